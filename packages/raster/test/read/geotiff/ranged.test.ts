import { DataError, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { GeoTIFF } from 'geotiff';
import { Dice } from '@severe/testing/hostile/dice';
import { mutate } from '@severe/testing/hostile/mutate';
import { realFiles } from '@severe/testing/hostile/real-files';
import { geotiffSeeds } from '../../support/geotiff-seeds.ts';
import type { Field } from '../../../src/field.ts';
import { readField, readColourImage } from '../../../src/read/geotiff.ts';
import { openGeotiff, type RangedFile } from '@severe/tiff';
import { readGeotiffField, readGeotiffImage } from '../../../src/read/geotiff.ts';
import { memorySource, RangedSource } from '@severe/tiff/testing/readers';
import { encodeCog } from '../../../src/values/encode-cog.ts';
import { encodeColourImage } from '../../../src/values/encode-colour-image.ts';
import { latLon } from '../../support/fields.ts';
import { outcome } from '../../support/outcome.ts';
import { rangedFile } from '@severe/tiff/testing/ranged-file';
import { seeded } from '@severe/testing/seeded';
import { plainTags, tiff, tiffOf, type TagValue } from '@severe/tiff/testing/tiff';

const kib = 1024;
const seed = Number(process.env['SEVERE_SEED'] ?? 1);
/** Each takes some milliseconds. */
const spoilt = Number(process.env['SEVERE_SPOILT'] ?? 300);

const place: Record<number, TagValue> = {
  33550: [0.01, 0.01, 0],
  33922: [0, 0, 0, -100, 40, 0],
  34735: [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326],
};

/** Noise, which does not pack: 1,600 × 1,200 cells of 0.01°, 3.8 MB. */
function noise(): Field {
  const [width, height] = [1600, 1200];
  const random = seeded(5);
  const packed = Uint16Array.from({ length: width * height }, () => Math.floor(random() * 60_000));
  return { width, height, packed, scale: 1, offset: 0, absent: [], geometry: latLon };
}

/** An image of 16 bits in tiles of 64 × 64, each sample `value(column, row)`. */
function tiles(width: number, height: number, value: (column: number, row: number) => number, little: boolean) {
  const blocks: Uint8Array[] = [];
  for (let top = 0; top < height; top += 64) {
    for (let left = 0; left < width; left += 64) {
      const block = new DataView(new ArrayBuffer(64 * 64 * 2));
      for (let i = 0; i < 4096; i++) block.setUint16(2 * i, value(left + (i % 64), top + (i >> 6)), little);
      blocks.push(new Uint8Array(block.buffer));
    }
  }
  return { tags: { ...plainTags(width, height, 16), 322: [64], 323: [64] }, blocks };
}

describe('read/geotiff by ranges', () => {
  const cog = encodeCog(noise(), { reduce: 'maximum' });

  it('fetches the directories of a COG with one request and the blocks of its overview with another', async () => {
    const file = rangedFile(cog);
    const field = await readGeotiffField(file, { zoom: 5 }); // 364 × 331 pixels: overviews have 800 × 600 and 400 × 300
    expect(field).to.deep.equal(await readGeotiffField(cog, { zoom: 5 }));
    expect(field.width).to.equal(800);
    expect(file.requests).to.have.length(2);
    expect(file.requests[0]).to.deep.equal({ start: 0, length: 64 * kib });
    expect(file.octets()).to.be.lessThan(cog.length / 3);
  });

  it('fetches a whole image by requests of at most 4 MiB', async () => {
    const file = rangedFile(cog);
    expect(await readGeotiffField(file)).to.deep.equal(await readGeotiffField(cog));
    expect(file.requests).to.have.length(2);
    expect(Math.max(...file.requests.map(({ length }) => length))).to.be.at.most(4096 * kib);
  });

  it('reads the same cells as geotiff.js in the same overview by ranges', async () => {
    const file = rangedFile(cog);
    const source = {
      fetch: (slices: { offset: number; length: number }[]) =>
        Promise.all(
          slices.map(
            async ({ offset, length }) => (await file.read(offset, Math.min(length, cog.length - offset))).buffer,
          ),
        ),
    };
    const overview = await (await GeoTIFF.fromSource(source as Parameters<typeof GeoTIFF.fromSource>[0])).getImage(1);
    const [cells] = (await overview.readRasters()) as Uint16Array[];
    const field = await readGeotiffField(rangedFile(cog), { zoom: 5 });
    expect(field.width).to.equal(overview.getWidth());
    expect(Array.from(field.packed, (code) => field.offset + code * field.scale)).to.deep.equal([...cells]);
  });

  for (const order of ['little', 'big'] as const) {
    for (const bigTiff of [false, true]) {
      const name = `${order}-endian ${bigTiff ? 'BigTIFF' : 'TIFF'}`;

      it(`reads a ${name} whose directories stand behind their blocks, overviews and masks included`, async () => {
        const little = order === 'little';
        const value = (column: number, row: number) => (column * 7 + row * 13) % 5000;
        const mask = (width: number, height: number) => ({
          tags: { ...plainTags(width, height, 8), 254: [width === 512 ? 4 : 5], 262: [4] },
          blocks: [Uint8Array.from({ length: width * height }, (_, i) => (i % width < width / 4 ? 0 : 255))],
        });
        const full = tiles(512, 384, value, little);
        const half = tiles(256, 192, (column, row) => value(2 * column, 2 * row), little);
        const images = [
          { ...full, tags: { ...full.tags, ...place } },
          { ...half, tags: { ...half.tags, 254: [1] } },
          mask(512, 384),
          mask(256, 192),
        ];
        const bytes = tiffOf(images, { order, bigTiff });
        const file = rangedFile(bytes);
        const field = await readGeotiffField(file, { zoom: 5 }); // 117 × 111 pixels
        expect(field).to.deep.equal(await readGeotiffField(bytes, { zoom: 5 }));
        expect(field.width).to.equal(256);
        const at = (column: number, row: number) => field.offset + field.packed[row * 256 + column] * field.scale;
        expect([at(64, 0), at(200, 100)]).to.deep.equal([value(128, 0), value(400, 200)]);
        expect(field.packed[63]).to.equal(field.absent[0].code); // the last masked column
        expect(file.octets()).to.be.lessThan(bytes.length);
      });

      it(`reads strips and a palette of a ${name}`, async () => {
        const random = seeded(9);
        const strips = Array.from({ length: 400 }, () => Uint8Array.from({ length: 500 }, () => random() * 256));
        const map = Array.from({ length: 768 }, (_, i) => ((i * 37) % 256) * 257);
        const colours: Record<number, TagValue> = { 262: [3], 320: { type: 'short', values: map } };
        const tags = { ...plainTags(500, 400, 8), 278: [1], ...place };
        const plain = tiff({ tags, blocks: strips, order, bigTiff });
        expect(await readGeotiffField(rangedFile(plain))).to.deep.equal(await readGeotiffField(plain));
        const coloured = tiff({ tags: { ...tags, ...colours }, blocks: strips, order, bigTiff });
        const file = rangedFile(coloured);
        const { pixels } = await readGeotiffImage(file);
        expect(file.requests.length).to.be.at.most(4); // header, directory at the end, its neighbour, blocks
        const code = strips[7][11];
        const parts = [0, 256, 512].map((from) => (map[from + code] / 257) << (from / 32));
        expect(pixels[7 * 500 + 11]).to.equal((parts[0] | parts[1] | parts[2] | (255 << 24)) >>> 0);
      });
    }
  }

  it('ignores overviews that are damaged, lack a mask, or have other samples', async () => {
    const full = tiles(512, 384, (column) => column, true);
    const widthOf = async (...others: { tags: Record<number, TagValue>; blocks?: Uint8Array[] }[]) => {
      const bytes = tiffOf([{ ...full, tags: { ...full.tags, ...place } }, ...others]);
      return (await readGeotiffField(rangedFile(bytes), { zoom: 2 })).width;
    };
    const half = tiles(256, 192, (column) => column, true);
    const copy = { ...half, tags: { ...half.tags, 254: [1] } };
    const all = new Uint8Array(512 * 384).fill(255);
    const mask = { tags: { ...plainTags(512, 384, 8), 254: [4], 262: [4] }, blocks: [all] };
    expect(await widthOf(copy)).to.equal(256);
    expect(await widthOf(copy, mask)).to.equal(512);
    const thumbnail = { tags: { ...plainTags(64, 48, 8), 254: [1] }, blocks: [new Uint8Array(64 * 48)] };
    expect(await widthOf(thumbnail)).to.equal(512);
    expect(await widthOf({ ...copy, tags: { ...copy.tags, 258: [83] } })).to.equal(512);
  });

  it('reads an overview of an image that is too large for memory', async () => {
    const [width, height] = [60_000, 50_000]; // 3 GB, of which nothing is stored
    const count = Math.ceil(width / 4096) * Math.ceil(height / 4096);
    const none: TagValue = { type: 'long', values: Array.from({ length: count }, () => 0) };
    const huge = { ...plainTags(width, height, 8), 322: [4096], 323: [4096], 324: none, 325: none };
    const fine: Record<number, TagValue> = { ...place, 33550: [0.0001, 0.0001, 0] }; // 6 degrees
    const small = { tags: { ...plainTags(600, 500, 8), 254: [1] }, blocks: [new Uint8Array(300_000).fill(9)] };
    const bytes = tiffOf([{ tags: { ...huge, ...fine } }, small]);
    const field = await readGeotiffField(rangedFile(bytes), { zoom: 6 }); // 273 × 287 pixels
    expect(field).to.include({ width: 600, height: 500 });
    const error = await readGeotiffField(rangedFile(bytes)).catch((thrown: unknown) => thrown);
    expect(String(error)).to.include('take 3000000000 bytes, at most 536870912 are allowed');
  });

  describe('of what means harm', () => {
    /** A file far larger than any store would have, made where it is read. */
    const endless = (write: (view: DataView, start: number) => void): RangedFile & { requests: number } => ({
      length: 2 ** 40,
      requests: 0,
      read(start, length) {
        this.requests++;
        const bytes = new Uint8Array(length);
        write(new DataView(bytes.buffer), start);
        return Promise.resolve(bytes);
      },
    });
    const refusal = (file: RangedFile) => readGeotiffField(file).catch((thrown: unknown) => thrown as DataError);

    it('limits the length of a chain of directories', async () => {
      const file = endless((view, start) => {
        if (start === 0) view.setUint32(0, 0x49492a00);
        const at = start === 0 ? 8 : 0;
        if (start === 0) view.setUint32(4, at, true);
        view.setUint16(at, 1, true);
        view.setUint16(at + 2, 270, true);
        view.setUint16(at + 4, 2, true);
        view.setUint32(at + 14, start + 64 * kib, true);
      });
      const error = await refusal(file);
      expect(error).to.be.instanceOf(DataError).with.property('code', 'geotiff-too-large');
      expect(error).to.have.property('message').that.includes('at most 512');
      expect(file.requests).to.equal(512);
    });

    it('refuses scattered blocks before the first is fetched', async () => {
      const head = tiff({
        tags: {
          ...plainTags(4, 600, 8),
          278: [1],
          ...place,
          273: { type: 'long', values: Array.from({ length: 600 }, (_, i) => (i + 1) * 1_000_000) },
          279: { type: 'long', values: Array.from({ length: 600 }, () => 4) },
        },
      });
      const file = endless((view, start) =>
        new Uint8Array(view.buffer).set(head.subarray(start, start + view.byteLength)),
      );
      const error = await refusal(file);
      expect(error).to.have.property('message', 'its parts are so scattered that 601 requests are needed, at most 512 are made for a file'); // prettier-ignore
      expect(file.requests).to.equal(1);
    });

    it('refuses a block with more packed octets than possible', async () => {
      const tags: Record<number, TagValue> = { ...plainTags(10, 10, 8), 259: [8], ...place, 273: { type: 'long', values: [8] }, 279: { type: 'long', values: [4e9] } }; // prettier-ignore
      const head = tiff({ tags });
      const file = endless((view) => new Uint8Array(view.buffer).set(head.subarray(0, view.byteLength)));
      expect(await refusal(file))
        .to.have.property('message')
        .that.includes('block 0 has 4000000000 packed bytes, at most 65736 unpack to 100');
    });
  });

  it('passes on the error of the store', async () => {
    const away = new UpstreamError('object store', 'the store is away');
    const file = rangedFile(cog);
    for (const good of [0, 1]) {
      let asked = 0;
      const read: RangedFile['read'] = (...range) => (asked++ < good ? file.read(...range) : Promise.reject(away));
      expect(await readGeotiffField({ length: cog.length, read }).catch((thrown: unknown) => thrown)).to.equal(away);
    }
  });

  it(`reads the same as of the whole file, or refuses it with the same words, ${spoilt} spoilt files included`, async function () {
    this.timeout(20_000 + 100 * spoilt);
    const image = encodeColourImage({ width: 70, height: 40, pixels: Uint32Array.from({ length: 2800 }, (_, i) => i * 99), geometry: latLon }); // prettier-ignore
    const files = [...Object.entries({ ...geotiffSeeds, image }), ...Object.entries(realFiles('geotiff', 8000))];
    const limits = { pageBytes: 64, pages: Infinity, requests: Infinity }; // small, so that every tag has pages of its own
    let readable = 0;
    for (let i = 0; i < files.length + spoilt; i++) {
      const dice = new Dice(seed + i);
      const [name, good] = files[i % files.length];
      const { bytes, how } = i < files.length ? { bytes: good, how: 'as it is' } : mutate(good, dice, dice.oneOf(files)[1]); // prettier-ignore
      if (cellsOf(bytes) > 1e6) continue; // takes long, and tells no more
      const zoom = dice.once(2) ? undefined : dice.below(12);
      for (const read of [readField, readColourImage]) {
        const whole = await outcome(read(memorySource(bytes), { zoom }));
        const ranged = await outcome(read(new RangedSource(rangedFile(bytes), limits), { zoom }));
        expect(ranged, `${name}, ${how}, SEVERE_SEED=${seed}, ${i}`).to.equal(whole);
        if (whole.startsWith('{')) readable++;
      }
    }
    expect(readable).to.be.greaterThan(files.length);
  });
});

function cellsOf(bytes: Uint8Array): number {
  try {
    const { width, height } = openGeotiff(bytes);
    return width * height;
  } catch {
    return 0; // to be refused
  }
}
