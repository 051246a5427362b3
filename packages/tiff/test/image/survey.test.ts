import { deflateSync } from 'node:zlib';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { openGeotiff } from '../../src/index.ts';
import { plainTags, tiff } from '../support/tiff.ts';

const metadata =
  '<GDALMetadata><Item name="DESCRIPTION" sample="0" role="description">echo &amp; clutter</Item>' +
  '<Item name="SCALE" sample="0" role="scale">0.5</Item><Item name="OFFSET" sample="0" role="offset">-10</Item>' +
  '<Item name="UNITTYPE" sample="0" role="unittype">dBZ</Item></GDALMetadata>';

describe('survey', () => {
  it('gives statistics in values, and cells as stored', async () => {
    const tags = { ...plainTags(3, 2, 8), 42112: metadata, 42113: '255' };
    const image = openGeotiff(tiff({ tags, blocks: [Uint8Array.of(10, 20, 255, 30, 255, 60)] }));
    expect(image.bands).to.deep.equal([{ name: 'echo & clutter', units: 'dBZ', scale: 0.5, offset: -10, nodata: 255 }]);
    const { statistics, cells, unread } = await image.survey({ indices: [0, 2, 5, 6] });
    // stored 10, 20, 30 and 60 are -5, 0, 5 and 20
    expect(statistics).to.deep.equal([{ count: 6, missing: 2, min: -5, max: 20, mean: 5 }]);
    expect([...cells]).to.deep.equal([
      [0, [10]],
      [2, [255]],
      [5, [60]],
    ]);
    expect(unread).to.equal(undefined);
  });

  it('ignores pixels of tiles beyond the edges of the image', async () => {
    const tile = (value: number) => new Uint8Array(256).fill(value);
    const tags = { ...plainTags(17, 17, 8), 322: [16], 323: [16] };
    const image = openGeotiff(tiff({ tags, blocks: [tile(1), tile(2), tile(3), tile(4)] }));
    const { statistics, cells } = await image.survey({ indices: [16, 288] });
    const sum = 256 * 1 + 16 * 2 + 16 * 3 + 4;
    expect(statistics).to.deep.equal([{ count: 289, missing: 0, min: 1, max: 4, mean: sum / 289 }]);
    expect([cells.get(16), cells.get(288)]).to.deep.equal([[2], [4]]);
  });

  it('fills sparse blocks with nodata, else with 0', async () => {
    const tags = { ...plainTags(2, 2, 8), 278: [1], 273: [0, 8], 279: [0, 2] };
    const bytes = (nodata?: string) =>
      tiff({ tags: nodata ? { ...tags, 42113: nodata } : tags, blocks: [Uint8Array.of(7, 9)] });
    const survey = async (nodata?: string) => openGeotiff(bytes(nodata)).survey({ indices: [0] });
    expect((await survey()).statistics).to.deep.equal([{ count: 4, missing: 0, min: 0, max: 9, mean: 4 }]);
    const filled = await survey('5');
    expect(filled.statistics).to.deep.equal([{ count: 4, missing: 2, min: 7, max: 9, mean: 8 }]);
    expect(filled.cells.get(0)).to.deep.equal([5]);
    expect((await survey('-1')).cells.get(0)).to.deep.equal([0]); // no sample of 8 bits holds it
  });

  it('reads interleaved and separate bands', async () => {
    const bands = { 258: [8, 8], 277: [2] };
    const together = tiff({ tags: { ...plainTags(2, 1, 8), ...bands }, blocks: [Uint8Array.of(1, 100, 2, 200)] });
    const apart = tiff({
      tags: { ...plainTags(2, 1, 8), ...bands, 284: [2] },
      blocks: [Uint8Array.of(1, 2), Uint8Array.of(100, 200)],
    });
    for (const bytes of [together, apart]) {
      const { statistics, cells } = await openGeotiff(bytes).survey({ indices: [1] });
      expect(statistics?.map(({ mean }) => mean)).to.deep.equal([1.5, 150]);
      expect(cells.get(1)).to.deep.equal([2, 200]);
    }
  });

  it('treats numbers that are not finite as missing, and rounds nodata to the samples', async () => {
    const values = Float32Array.of(1.5, NaN, Infinity, -3.4028234663852886e38);
    const tags = { ...plainTags(4, 1, 32, 3), 42113: '-3.4028235e+38' };
    const image = openGeotiff(tiff({ tags, blocks: [new Uint8Array(values.buffer)] }));
    const { statistics } = await image.survey({ indices: [] });
    expect(statistics).to.deep.equal([{ count: 4, missing: 3, min: 1.5, max: 1.5, mean: 1.5 }]);
  });

  it('does not change the file', async () => {
    const bytes = tiff({ tags: plainTags(2, 1, 16), blocks: [Uint8Array.of(1, 2, 3, 4)], order: 'big' });
    const before = Uint8Array.from(bytes);
    const { cells } = await openGeotiff(bytes).survey({ indices: [0, 1] });
    expect([cells.get(0), cells.get(1)]).to.deep.equal([[0x0102], [0x0304]]);
    expect(bytes).to.deep.equal(before);
  });

  it('gives both parts of complex samples, and no statistics', async () => {
    const parts = Float32Array.of(1, -2, 3, 4);
    const image = openGeotiff(tiff({ tags: plainTags(2, 1, 64, 6), blocks: [new Uint8Array(parts.buffer)] }));
    const { statistics, cells, unread } = await image.survey({ indices: [1] });
    expect([image.type, statistics, unread]).to.deep.equal(['complex-float64', undefined, undefined]);
    expect(cells.get(1)).to.deep.equal([[3, 4]]);
  });

  it('makes no statistics of an image that is too large, at once, and still reads requested positions', async () => {
    const tags = { ...plainTags(1, 3, 8), 278: [1] };
    const image = openGeotiff(tiff({ tags, blocks: [1, 2, 3].map((value) => Uint8Array.of(value)) }));
    const asked = { indices: [2], stop: () => undefined };
    const survey = await image.survey({ ...asked, mostSamples: 3 * 501 - 1 });
    expect(survey.unread).to.equal('3 blocks hold 3 samples; statistics are made of at most 1502');
    expect([survey.statistics, ...survey.cells]).to.deep.equal([undefined, [2, [3]]]);
    expect(await image.survey({ ...asked, mostSamples: 3 * 501 })).to.include({ unread: undefined });
  });

  it('counts only blocks that are stored', async () => {
    const tags = { ...plainTags(1000, 3, 8), 278: [1], 273: [0, 0, 0], 279: [0, 0, 0] };
    const image = openGeotiff(tiff({ tags }));
    expect(await image.survey({ indices: [], mostSamples: 1500 })).to.include({ unread: undefined });
    expect((await image.survey({ indices: [], mostSamples: 1499 })).unread).to.match(/3 blocks/);
  });

  it('reads requested positions first, and reports why it stopped', async () => {
    const tags = { ...plainTags(1, 3, 8), 278: [1] };
    const image = openGeotiff(tiff({ tags, blocks: [1, 2, 3].map((value) => Uint8Array.of(value)) }));
    let asked = 0;
    const survey = await image.survey({ indices: [2], stop: () => (asked++ > 0 ? 'enough' : undefined) });
    expect(survey).to.include({ unread: 'enough', statistics: undefined });
    expect([...survey.cells]).to.deep.equal([[2, [3]]]);
  });

  const refused: [what: string, bytes: Uint8Array, problem: RegExp][] = [
    [
      'a block behind the end of the file',
      tiff({ tags: { ...plainTags(2, 2, 8), 273: [9999], 279: [4] } }),
      /block 0 ends at byte 10003, the file at byte \d+/,
    ],
    [
      'a block that unpacks to too little',
      tiff({ tags: { ...plainTags(9, 9, 8), 259: [8] }, blocks: [deflateSync(new Uint8Array(80))] }),
      /block 0: it unpacks to 80 bytes, 81 are needed/,
    ],
    [
      'a block that unpacks to too much',
      tiff({ tags: { ...plainTags(9, 9, 8), 259: [8] }, blocks: [deflateSync(new Uint8Array(1e6))] }),
      /unpacks to more than 81 bytes/,
    ],
    [
      'octets that are no DEFLATE',
      tiff({ tags: { ...plainTags(9, 9, 8), 259: [8] }, blocks: [new Uint8Array(20).fill(7)] }),
      /its DEFLATE stream cannot be read/,
    ],
    [
      'an unknown compression',
      tiff({ tags: { ...plainTags(2, 2, 8), 259: [44510] }, blocks: [new Uint8Array(4)] }),
      /compression 44510 is not supported; supported are none, LZW/,
    ],
    [
      'an LZMA stream that is damaged',
      tiff({ tags: { ...plainTags(2, 2, 8), 259: [34925] }, blocks: [new Uint8Array(4)] }),
      /its LZMA stream cannot be read/,
    ],
    [
      'predictor 255',
      tiff({ tags: { ...plainTags(2, 2, 8), 317: [255] }, blocks: [new Uint8Array(4)] }),
      /predictor 255 is not known/,
    ],
  ];
  for (const [what, bytes, problem] of refused) {
    it(`refuses ${what}`, async () => {
      const error = await openGeotiff(bytes)
        .survey({ indices: [] })
        .catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(DataError);
      expect((error as DataError).message).to.match(problem);
    });
  }
});
