import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { fromArrayBuffer } from 'geotiff';
import proj4 from 'proj4';
import { hasTool, toolOutput } from '@severe/testing/tools';
import { openValues } from '../../src/values/index.ts';
import { readValueLayout } from '../../src/values/layout.ts';
import { CogSeries, encodeCog, type CogOptions } from '../../src/values/encode-cog.ts';
import type { Absent } from '../../src/field.ts';
import { modelField, planes, radarField, turned } from '../support/fields.ts';
import { seeded } from '@severe/testing/seeded';

const validator = '/usr/lib/python3/dist-packages/osgeo_utils/samples/validate_cloud_optimized_geotiff.py';

const samples = {
  'radar, uint16, two absent codes': { field: radarField(1100, 700), options: { reduce: 'maximum', units: 'dBZ' } },
  'model, int32, no absent codes': { field: modelField(601, 333), options: { reduce: 'mean' } },
  'smaller than a block': { field: radarField(17, 5), options: {} },
  'model, small blocks': { field: modelField(601, 333), options: { reduce: 'mean', side: 64 } },
  'radar, small blocks': { field: radarField(300, 130), options: { reduce: 'maximum', side: 64 } },
  'exactly two blocks': { field: radarField(512, 256), options: { reduce: 'minimum' } },
} as const;

describe('values/encode-cog', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'severe-cog-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const fileOf = (bytes: Uint8Array) => {
    const file = join(folder, 'values.tif');
    writeFileSync(file, bytes);
    return file;
  };

  for (const [name, { field, options }] of Object.entries(samples)) {
    describe(name, () => {
      const bytes = encodeCog(field, options);
      const { side = 256 } = options as CogOptions;

      it('gives the field back to our reader', () => {
        const back = openValues(bytes).field();
        expect(
          back.packed.every((code, i) => code === field.packed[i]),
          'every cell',
        ).to.equal(true);
        const { packed: _, ...rest } = field;
        expect(back).to.deep.include(rest);
      });

      it('gives the same cells, nodata and place to geotiff.js', async () => {
        const image = await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage();
        const [cells] = await image.readRasters();
        expect(cells.length).to.equal(field.packed.length);
        expect(
          field.packed.every((code, i) => code === cells[i]),
          'every cell',
        ).to.equal(true);
        const missing = field.absent.find(({ means }) => means === 'missing');
        expect(image.getGDALNoData()).to.equal(missing ? missing.code : null);
        expect(await image.getGDALMetadata(0)).to.include({ SCALE: `${field.scale}`, OFFSET: `${field.offset}` });
        const [west, south, east, north] = image.getBoundingBox();
        expect([east - west, north - south].map((length, i) => length / [field.width, field.height][i])).to.satisfy(
          ([x, y]: number[]) =>
            field.geometry.kind === 'latlon'
              ? Math.abs(x - 0.01) + Math.abs(y - 0.01) < 1e-12
              : x === 3000 && y === 3000,
        );
      });

      it('is a valid Cloud Optimized GeoTIFF, by the rules of GDAL', function () {
        if (!existsSync(validator)) this.skip();
        const report = toolOutput(this, '/usr/bin/python3', [validator, '--full-check=yes', fileOf(bytes)]);
        expect(report).to.contain('is a valid cloud optimized GeoTIFF').and.not.contain('warning');
      });

      it('is understood by GDAL', function () {
        const info = JSON.parse(toolOutput(this, 'gdalinfo', ['-json', fileOf(bytes)])) as GdalInfo;
        expect(info.metadata.IMAGE_STRUCTURE.LAYOUT).to.equal('COG');
        expect(info.size).to.deep.equal([field.width, field.height]);
        const [band] = info.bands;
        expect(band).to.include({ scale: field.scale, offset: field.offset });
        expect(band.block).to.deep.equal([side, side]);
        expect(band.noDataValue).to.equal(field.absent.find(({ means }) => means === 'missing')?.code);
      });
    });
  }

  it('places a Lambert grid on its sphere where GDAL and we agree', function () {
    const field = modelField(601, 333);
    const bytes = encodeCog(field);
    const file = fileOf(bytes);
    const grid = openValues(bytes);
    const random = seeded(7);
    const points = Array.from({ length: 40 }, (): [number, number] => [-108 + 20 * random(), 30 + 15 * random()]);
    const answers = gdalAt(this, file, points);
    for (const [i, [lon, lat]] of points.entries()) {
      const answer = answers[i];
      const reading = grid.at(lon, lat);
      if (answer === '') expect(reading.status, `${lon} ${lat}`).to.equal('outside');
      else expect(reading.value, `${lon} ${lat}`).to.equal(field.offset + Number(answer) * field.scale);
    }
  });

  /** How GDAL says the projections of `planes`, where it does not say them as we do. */
  const inWordsOfGdal = (definition: string) =>
    new Set(
      definition
        .replace('+a=6378137 +b=6356752.314140356', '+ellps=GRS80')
        .replace('+k_0=', '+k=')
        .replace(/ \+lon_wrap=\S+/, ' +no_defs')
        .replace(/^\+proj=longlat \+R=6371229/, '+proj=longlat +datum=WGS84') // as all latitudes and longitudes are meant
        .split(' '),
    );

  for (const [name, { geometry, width, height }] of Object.entries(planes)) {
    it(`describes projection and position to GDAL: ${name}`, function () {
      const field = modelField(width, height, { geometry });
      const bytes = encodeCog(field);
      const file = fileOf(bytes);
      const definition = toolOutput(this, 'gdalsrsinfo', ['-o', 'proj4', file]).trim();
      expect(new Set(definition.split(' '))).to.deep.equal(inWordsOfGdal(geometry.proj4));

      const grid = openValues(bytes);
      expect(grid.geometry).to.deep.equal(geometry);
      const plane = proj4(geometry.proj4);
      const random = seeded(5);
      const points = Array.from({ length: 200 }, () => {
        const [column, row] = [random() * (width + 20) - 10, random() * (height + 20) - 10];
        return plane.inverse([geometry.x0 + column * geometry.stepX, geometry.y0 - row * geometry.stepY]);
      });
      const answers = gdalAt(this, file, points as [number, number][]);
      const inside = points.filter(([lon, lat], i) => {
        const reading = grid.at(lon, lat);
        const expected = answers[i] === '' ? null : field.offset + Number(answers[i]) * field.scale;
        expect(reading.value, `${lon} ${lat}`).to.equal(expected);
        return expected !== null;
      });
      expect(inside.length).to.be.within(100, 199);
    });
  }

  it('refuses a projection that has no keys', () => {
    const { geometry } = turned;
    expect(() => encodeCog(modelField(3, 2, { geometry }))).to.throw(DataError, 'cannot be written as GeoKeys');
  });

  it('reduces overviews by the rule of the product, without letting absent codes into values', async () => {
    const packed = new Uint16Array(512 * 512).fill(9000);
    packed.set([10_100, 9000], 0); // one value, one `nothing` …
    packed.set([0, 9900], 512); // … one `missing`, one value
    packed.set([0, 9000], 2);
    packed.set([0, 0], 514);
    const half = async (reduce: 'maximum' | 'minimum' | 'mean' | 'largest-magnitude', offset = -999) => {
      const bytes = encodeCog(radarField(512, 512, { packed, offset }), { reduce });
      const tiff = await fromArrayBuffer(new Uint8Array(bytes).buffer);
      expect(await tiff.getImageCount()).to.equal(2);
      const [cells] = await (await tiff.getImage(1)).readRasters();
      return [cells[0], cells[1], cells[2]];
    };
    expect(await half('maximum')).to.deep.equal([10_100, 9000, 9000]);
    expect(await half('minimum')).to.deep.equal([9900, 9000, 9000]);
    expect(await half('mean')).to.deep.equal([10_000, 9000, 9000]);
    // the values are 11 and −9 with this offset: the first is larger; with the next −9 and −29: the second is
    expect(await half('largest-magnitude')).to.deep.equal([10_100, 9000, 9000]);
    expect(await half('largest-magnitude', -1019)).to.deep.equal([9900, 9000, 9000]);
  });

  it('reduces 32-bit cells by the same rules, and an odd edge by the cells that are there', async () => {
    const packed = new Int32Array(513).fill(-7);
    packed.set([-100_000, 100_000, 5, 8]);
    packed[512] = 70_000;
    const half = async (reduce: 'maximum' | 'minimum' | 'mean', absent: Absent[] = []) => {
      const bytes = encodeCog(modelField(513, 1, { packed, absent }), { reduce });
      const [cells] = await (await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage(1)).readRasters();
      expect(cells.length).to.equal(257);
      return [cells[0], cells[1], cells[2], cells[256]];
    };
    expect(await half('maximum')).to.deep.equal([100_000, 8, -7, 70_000]);
    expect(await half('minimum')).to.deep.equal([-100_000, 5, -7, 70_000]);
    expect(await half('mean')).to.deep.equal([0, 7, -7, 70_000]); // 6.5 is rounded up
    expect(await half('mean', [{ code: 5, means: 'missing' }])).to.deep.equal([0, 8, -7, 70_000]);
    expect(await half('maximum', [{ code: 100_000, means: 'missing' }])).to.deep.equal([-100_000, 8, -7, 70_000]);
  });

  it('keeps 32-bit cells in 16 bits where they fit, and only there', () => {
    const codes = (packed: number[], absent: number) =>
      openValues(
        encodeCog(radarField(2, 1, { packed: Int32Array.from(packed), absent: [{ code: absent, means: 'missing' }] })),
      ).field().packed;
    expect(codes([0, 65_535], 7)).to.deep.equal(Uint16Array.of(0, 65_535));
    expect(codes([0, 65_536], 7)).to.deep.equal(Int32Array.of(0, 65_536));
    expect(codes([-1, 5], 7)).to.deep.equal(Int32Array.of(-1, 5));
    expect(codes([1, 5], -1)).to.deep.equal(Int32Array.of(1, 5));
  });

  it('encodes a block without echoes in less than 200 bytes', () => {
    const side = 2560;
    const calm = radarField(side, side, { packed: new Uint16Array(side * side).fill(9000) });
    const blocks = 10 ** 2 + 5 ** 2 + 3 ** 2 + 2 ** 2 + 1; // of the field and of its four halves
    expect(encodeCog(calm).length).to.be.below(200 * blocks + 2000);
  });

  it('gives equal bytes for equal fields', () => {
    expect(Buffer.compare(encodeCog(radarField(300, 300)), encodeCog(radarField(300, 300)))).to.equal(0);
  });

  it('writes the files of a series like its first, which decides whether cells are differences', () => {
    const rough = radarField(700, 600);
    const smooth = { ...rough, packed: rough.packed.map((_, i) => 100 + ((i % 700) >> 1) + Math.floor(i / 700)) };
    const calm = { ...rough, packed: rough.packed.map(() => rough.absent[0].code) };
    const storesDifferences = (bytes: Uint8Array) => readValueLayout(bytes).differences;
    expect([rough, smooth].map((field) => storesDifferences(encodeCog(field)))).to.deep.equal([false, true]);
    const series = new CogSeries();
    const fields = [calm, smooth, rough, calm];
    const files = fields.map((field) => encodeCog(field, { series }));
    expect(files.map(storesDifferences)).to.deep.equal([false, true, true, true]);
    for (const [i, bytes] of files.entries())
      expect(
        Buffer.from(openValues(bytes).field().packed.buffer).equals(Buffer.from(fields[i].packed.buffer)),
        `${i}`,
      ).to.equal(true);
  });

  it('rejects a field whose cell count is not width × height', () => {
    expect(() => encodeCog(radarField(10, 10, { width: 11 }))).to.throw(RangeError, '11 × 10 has 100 cells');
  });
});

interface GdalInfo {
  size: number[];
  metadata: { IMAGE_STRUCTURE: Record<string, string> };
  bands: { scale: number; offset: number; block: number[]; noDataValue?: number }[];
}

/** What gdallocationinfo says at each place, empty outside of the grid. */
function gdalAt(test: Mocha.Context, file: string, points: [number, number][]): string[] {
  if (!hasTool('gdallocationinfo')) test.skip();
  const input = points.map(([lon, lat]) => `${lon} ${lat}\n`).join('');
  const output = spawnSync('gdallocationinfo', ['-valonly', '-wgs84', file], { input, encoding: 'utf8' }).stdout;
  return output.split('\n').slice(0, points.length);
}
