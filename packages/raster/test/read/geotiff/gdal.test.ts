import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { hasTool } from '@severe/testing/tools';
import { openGeotiff } from '@severe/tiff';
import { readGeotiffImage } from '../../../src/read/geotiff.ts';
import { rangedFile } from '@severe/tiff/testing/ranged-file';
import { seeded } from '@severe/testing/seeded';
import { plainTags, tiff } from '@severe/tiff/testing/tiff';

const [width, height, bands] = [45, 37, 3];
const folder = mkdtempSync(`${tmpdir()}/severe-geotiff-`);

/** Runs and noise between `low` and `high`: three bands that differ. */
function scene(low: number, high: number, whole: boolean): Float64Array {
  const random = seeded(11);
  return Float64Array.from({ length: width * height * bands }, (_, i) => {
    const part = Math.floor(i / 40) % 3 === 0 ? 0.25 : random();
    const value = low + part * (high - low);
    return whole ? Math.round(value) : Math.fround(value);
  });
}

/** The scene in a plain file of ours, rewritten by GDAL. */
function rewritten(values: Float64Array, options: string[]): Uint8Array {
  const tags = { ...plainTags(width, height, 64, 3), 258: [64, 64, 64], 277: [bands], 339: [3, 3, 3] };
  const [from, to] = [`${folder}/from.tif`, `${folder}/to.tif`];
  writeFileSync(from, tiff({ tags, blocks: [new Uint8Array(values.buffer)] }));
  execFileSync('gdal_translate', ['-q', ...options, from, to], { stdio: ['ignore', 'ignore', 'pipe'] });
  return readFileSync(to);
}

async function valuesOf(bytes: Uint8Array): Promise<number[]> {
  const cells = width * height;
  const survey = await openGeotiff(bytes).survey({ indices: Array.from({ length: cells }, (_, i) => i) });
  return Array.from({ length: cells }, (_, i) => survey.cells.get(i) as number[]).flat();
}

const option = (name: string, value: string | number) => ['-co', `${name}=${value}`];
const tiled = [...option('TILED', 'YES'), ...option('BLOCKXSIZE', 32), ...option('BLOCKYSIZE', 16)];

const types: [name: string, low: number, high: number, whole: boolean][] = [
  ['Byte', 0, 255, true],
  ['UInt16', 0, 65535, true],
  ['Int16', -32768, 32767, true],
  ['UInt32', 0, 2 ** 32 - 1, true],
  ['Int32', -(2 ** 31), 2 ** 31 - 1, true],
  ['Float32', -1000, 1000, false],
  ['Float64', -1e30, 1e30, false],
];

describe('read/geotiff against GDAL', () => {
  before(function () {
    if (!hasTool('gdal_translate')) this.skip();
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [type, low, high, whole] of types) {
    const floating = type.startsWith('Float');
    const predictors = floating ? [2, 3] : [2];
    // GDAL 3.6 itself reads back other numbers from big-endian floating point in LERC, and under predictor 3
    const ordered = (predictor?: number) => option('ENDIANNESS', floating && predictor !== 2 ? 'LITTLE' : 'BIG');
    const ways: [what: string, options: string[]][] = [
      ['LZW in big-endian tiles', [...option('COMPRESS', 'LZW'), ...option('ENDIANNESS', 'BIG'), ...tiled]],
      ['DEFLATE in strips, bands apart', [...option('COMPRESS', 'DEFLATE'), ...option('INTERLEAVE', 'BAND')]],
      ['LZMA in strips, bands apart', [...option('COMPRESS', 'LZMA'), ...option('INTERLEAVE', 'BAND')]],
      ['Zstandard', [...option('COMPRESS', 'ZSTD'), ...tiled]],
      ['LERC with Zstandard', option('COMPRESS', 'LERC_ZSTD')],
      ['LERC with DEFLATE', [...option('COMPRESS', 'LERC_DEFLATE'), ...ordered()]],
      ['PackBits in a BigTIFF', [...option('COMPRESS', 'PACKBITS'), ...option('BIGTIFF', 'YES')]],
      ...predictors.map((predictor): [string, string[]] => [
        `DEFLATE with predictor ${predictor}`,
        [...option('COMPRESS', 'DEFLATE'), ...option('PREDICTOR', predictor), ...ordered(predictor), ...tiled],
      ]),
    ];
    for (const [what, options] of ways) {
      it(`reads ${type} in ${what}`, async () => {
        const values = scene(low, high, whole);
        const bytes = rewritten(values, ['-ot', type, ...options]);
        expect(await valuesOf(bytes)).to.deep.equal([...values]);
      });
    }
  }

  for (const bits of [1, 2, 4, 7, 9, 12, 15, 17, 24, 31]) {
    it(`reads ${bits} bits`, async () => {
      const values = scene(0, 2 ** bits - 1, true);
      const type = bits <= 8 ? 'Byte' : bits <= 16 ? 'UInt16' : 'UInt32';
      for (const order of ['LITTLE', 'BIG']) {
        const bytes = rewritten(values, ['-ot', type, ...option('NBITS', bits), ...option('ENDIANNESS', order)]);
        expect(await valuesOf(bytes)).to.deep.equal([...values]);
      }
    });
  }

  const cogs: [what: string, options: string[]][] = [
    ['JPEG, with a mask and shared tables', [...option('COMPRESS', 'JPEG'), '-mask', '1']],
    ['LERC with Zstandard', option('COMPRESS', 'LERC_ZSTD')],
    [
      'DEFLATE in a big BigTIFF',
      [...option('COMPRESS', 'DEFLATE'), ...option('PREDICTOR', 'YES'), ...option('BIGTIFF', 'YES')],
    ],
  ];
  for (const [what, options] of cogs) {
    it(`reads an overview of a COG of ${what} by ranges, as of the whole`, async () => {
      const values = scene(0, 255, true);
      rewritten(values, ['-ot', 'Byte', '-a_srs', 'EPSG:4326', '-a_ullr', '-100', '40', '-90', '32']);
      const cog = `${folder}/cog.tif`;
      const large = ['-of', 'COG', '-outsize', '1500', '1200', '-r', 'bilinear', ...options];
      execFileSync('gdal_translate', ['-q', ...large, `${folder}/to.tif`, cog], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const bytes = readFileSync(cog);
      const file = rangedFile(bytes);
      const image = await readGeotiffImage(file, { zoom: 5 }); // 228 × 214 pixels
      expect([image.width, image.height]).to.deep.equal([375, 300]);
      expect(image).to.deep.equal(await readGeotiffImage(bytes, { zoom: 5 }));
      expect(file.requests.length).to.be.at.most(4); // directories, tables, blocks, and those of a mask
      expect(file.octets()).to.be.lessThan(bytes.length);
    });
  }

  const lossy: [what: string, options: string[]][] = [
    ['JPEG in luminance and chrominance', [...option('COMPRESS', 'JPEG'), ...option('PHOTOMETRIC', 'YCBCR'), ...tiled]],
    ['JPEG in red, green and blue', [...option('COMPRESS', 'JPEG'), ...option('PHOTOMETRIC', 'RGB')]],
    ['JPEG band by band', [...option('COMPRESS', 'JPEG'), ...option('INTERLEAVE', 'BAND')]],
    ['WebP', [...option('COMPRESS', 'WEBP'), ...option('TILED', 'YES')]],
  ];
  for (const [what, options] of lossy) {
    it(`unpacks ${what} to the same numbers`, async () => {
      const bytes = rewritten(scene(0, 255, true), ['-ot', 'Byte', ...options]);
      writeFileSync(`${folder}/lossy.tif`, bytes);
      const plain = `${folder}/plain.tif`;
      execFileSync('gdal_translate', ['-q', '-co', 'PHOTOMETRIC=RGB', `${folder}/lossy.tif`, plain]);
      expect(await valuesOf(bytes)).to.deep.equal(await valuesOf(readFileSync(plain)));
    });
  }
});
