import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { fromArrayBuffer } from 'geotiff';
import proj4 from 'proj4';
import { sharedFile } from '@severe/testing/shared';
import { hasTool } from '@severe/testing/tools';
import type { Field, Geometry } from '../../src/field.ts';
import { readGrib2Field, type Grib2Spec } from '../../src/read/grib2.ts';
import { encodeCog } from '../../src/values/encode-cog.ts';
import { openRemoteValues, openValues } from '../../src/values/index.ts';
import { seeded } from '@severe/testing/seeded';

interface Sample {
  file: string;
  spec: Grib2Spec;
  /** What GDAL makes of the provider's file, in our units. */
  ours: (theirs: number) => number;
}

const samples: Record<string, Sample> = {
  'the MRMS composite': {
    file: 'data/upstream/mrms/MRMS_MergedReflectivityQCComposite_00.50_20220704-110040.grib2',
    spec: { nothing: [-99], missing: [-999] },
    ours: (theirs) => theirs,
  },
  'the HRRR temperature': {
    file: 'data/upstream/hrrr/hrrr.t06z.wrfsfcf01-TMP.grib2',
    spec: { nothing: [], missing: [], scale: 1, offset: -273.15 },
    ours: (theirs) => theirs, // GDAL turns kelvins into degrees Celsius by itself
  },
  'an ozone forecast for Alaska, polar stereographic on a sphere': {
    file: 'data/raster/grib2/aqm.t12z.ave_1hr_o3-AK-polar-stereographic.grib2',
    spec: { nothing: [], missing: [] },
    ours: (theirs) => theirs,
  },
  'an ozone forecast for Hawaii, Mercator on a sphere': {
    file: 'data/raster/grib2/aqm.t12z.ave_1hr_o3-HI-mercator.grib2',
    spec: { nothing: [], missing: [] },
    ours: (theirs) => theirs,
  },
  'an Albers grid on an ellipsoid': {
    file: 'data/raster/grib2/albers_equal_area.grb2',
    spec: { nothing: [], missing: [] },
    ours: (theirs) => theirs,
  },
  'a Lambert grid on an ellipsoid': {
    file: 'data/raster/grib2/lambert_conformal_conic.grb2',
    spec: { nothing: [], missing: [] },
    ours: (theirs) => theirs,
  },
};

const count = 1000;

describe('values, of real files', function () {
  this.timeout(120_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'severe-values-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, { file, spec, ours }] of Object.entries(samples)) {
    describe(name, () => {
      let source: string;
      let field: Field;
      let bytes: Uint8Array;
      let points: Point[];
      before(function () {
        source = sharedFile(this, file);
        field = readGrib2Field(readFileSync(source), spec);
        bytes = encodeCog(field, { reduce: 'maximum' });
        points = pointsIn(field);
      });

      it('keeps every cell', () => {
        const back = openValues(bytes).field();
        expect(back.packed.length).to.equal(field.packed.length);
        expect(back.packed.every((code, i) => code === field.packed[i])).to.equal(true);
      });

      it(`answers ${count} random points as the decoder does, from memory and by ranged reads`, async () => {
        const grid = openValues(bytes);
        const remote = await openRemoteValues((start, length) =>
          Promise.resolve(bytes.subarray(start, start + length)),
        );
        const statuses = new Set<string>();
        for (const { lon, lat, index } of points) {
          const code = field.packed[index];
          const none = field.absent.find((entry) => entry.code === code);
          const expected = none
            ? { status: none.means, value: null }
            : { status: 'ok', value: field.offset + code * field.scale };
          expect(grid.at(lon, lat), `${lon} ${lat}`).to.deep.equal(expected);
          expect(await remote.at(lon, lat), `${lon} ${lat}`).to.deep.equal(expected);
          statuses.add(expected.status);
        }
        expect(statuses).to.include('ok');
      });

      it('gives geotiff.js the same cells, at those points and everywhere else', async () => {
        const image = await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage();
        const [cells] = await image.readRasters();
        expect(cells.length).to.equal(field.packed.length);
        expect(field.packed.every((code, i) => code === cells[i])).to.equal(true);
      });

      it('gives GDAL the same cells at those points', function () {
        if (!hasTool('gdallocationinfo')) this.skip();
        const cog = join(folder, 'values.tif');
        writeFileSync(cog, bytes);
        const theirs = valuesAt(cog, points);
        expect(theirs).to.deep.equal(points.map(({ index }) => field.packed[index]));
      });

      it('has the values that GDAL reads in the file of the provider', function () {
        if (!hasTool('gdallocationinfo')) this.skip();
        valuesAt(source, points).forEach((theirs, i) => {
          const code = field.packed[points[i].index];
          const value = leftOut(field, code) ? gdalNodata : field.offset + code * field.scale;
          // the reference of a field is a 32-bit number, which GDAL's sum and ours round at different steps
          expect(value, `${points[i].lon} ${points[i].lat}`).to.be.closeTo(ours(theirs), 2e-4);
        });
      });
    });
  }
});

/** What GDAL says where a bitmap leaves a cell out, which here has the code that no value of 16 bits has. */
const gdalNodata = 9999;

function leftOut(field: Field, code: number): boolean {
  return code === 0xffff && field.absent.some((none) => none.code === code);
}

/** A point in the inner part of a cell, so that it does not matter how a reader rounds at the edges. */
interface Point {
  lon: number;
  lat: number;
  column: number;
  row: number;
  index: number;
}

function pointsIn({ width, height, geometry }: Field): Point[] {
  const random = seeded(11);
  const place = placer(geometry);
  return Array.from({ length: count }, () => {
    const [column, row] = [Math.floor(random() * width), Math.floor(random() * height)];
    const [lon, lat] = place(column + 0.8 * random() - 0.4, row + 0.8 * random() - 0.4);
    return { lon, lat, column, row, index: row * width + column };
  });
}

/** Cells to degrees, by the definition of the grid and by proj4. */
function placer(geometry: Geometry): (column: number, row: number) => [lon: number, lat: number] {
  if (geometry.kind === 'latlon') {
    const { west, north, stepLon, stepLat } = geometry;
    return (column, row) => [west + column * stepLon, north - row * stepLat];
  }
  if (geometry.kind === 'projected') {
    const { x0, y0, stepX, stepY } = geometry;
    const plane = proj4(geometry.proj4);
    return (column, row) => plane.inverse([x0 + column * stepX, y0 - row * stepY]);
  }
  if (geometry.kind === 'geostationary') throw new Error('no such file among these');
  const { radius, lat1, lat2, latOrigin, lonOrigin, x0, y0, stepX, stepY } = geometry;
  const plane = proj4(`+proj=lcc +lat_1=${lat1} +lat_2=${lat2} +lat_0=${latOrigin} +lon_0=${lonOrigin} +R=${radius}`);
  return (column, row) => plane.inverse([x0 + column * stepX, y0 - row * stepY]);
}

function valuesAt(file: string, points: Point[]): number[] {
  const input = points.map(({ lon, lat }) => `${lon} ${lat}\n`).join('');
  const output = execFileSync('gdallocationinfo', ['-valonly', '-wgs84', file], { input, encoding: 'utf8' });
  return output.trimEnd().split('\n').map(Number);
}
