import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { boundsOf } from '@severe/projection';
import { hasTool } from '@severe/testing/tools';
import { sharedFile } from '@severe/testing/shared';
import type { Field } from '../../../src/field.ts';
import { readGeotiffField, readGeotiffImage } from '../../../src/read/geotiff.ts';
import { encodeCog } from '../../../src/values/encode-cog.ts';
import { encodeColourImage } from '../../../src/values/encode-colour-image.ts';
import { openColourImage, openValues } from '../../../src/values/index.ts';
import { radarField } from '../../support/fields.ts';
import { seeded } from '@severe/testing/seeded';
import { plainTags, tiff } from '@severe/tiff/testing/tiff';

const places = {
  33550: [0.5, 0.25, 0],
  33922: [0, 0, 0, -100, 40, 0],
  34735: [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326],
};
const valuesOf = ({ packed, scale, offset, absent }: Field) =>
  Array.from(packed, (code) => (absent.some((entry) => entry.code === code) ? null : offset + code * scale));

/** Values that GDAL finds at places, band by band. */
function gdalAt(file: string, points: [lon: number, lat: number][], bands: number): number[][] {
  const input = points.map((point) => point.join(' ')).join('\n');
  const text = execFileSync('gdallocationinfo', ['-wgs84', '-valonly', file], { input, encoding: 'utf8' });
  const numbers = text
    .split('\n')
    .slice(0, points.length * bands)
    .map(Number);
  return points.map((_, i) => numbers.slice(i * bands, (i + 1) * bands));
}

/** Places well within the pixels that they lie in, so that the last digit of a projection decides nothing. */
function somePlaces(shape: Field | { width: number; height: number; geometry: Field['geometry'] }): [number, number][] {
  const [west, south, east, north] = boundsOf(shape);
  const random = seeded(3);
  return Array.from({ length: 60 }, () => [
    west + (0.1 + 0.8 * random()) * (east - west),
    south + (0.1 + 0.8 * random()) * (north - south),
  ]);
}

describe('read/geotiff', () => {
  it('packs numbers north up, with nodata as missing', async () => {
    const stored = Int16Array.of(-5, 300, -99, 7, 8, 9);
    const blocks = [new Uint8Array(stored.buffer)];
    const file = (more = {}) => tiff({ tags: { ...plainTags(3, 2, 16, 2), 42113: '-99', ...places, ...more }, blocks });
    const field = await readGeotiffField(file());
    expect(valuesOf(field)).to.deep.equal([-5, 300, null, 7, 8, 9]);
    expect(field.geometry).to.deep.equal({ kind: 'latlon', west: -99.75, north: 39.875, stepLon: 0.5, stepLat: 0.25 });
    // 1025: pixel is point, so that what is told is the centre of the first
    const point = await readGeotiffField(file({ 34735: [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326] }));
    expect(point.geometry).to.deep.include({ west: -100, north: 40 });
    const southUp = [0.5, 0, 0, -100, 0, 0.25, 0, 40, 0, 0, 0, 0, 0, 0, 0, 1];
    const tags = { ...plainTags(3, 2, 16, 2), 42113: '-99', 34264: southUp, 34735: places[34735] };
    const turned = await readGeotiffField(tiff({ tags, blocks }));
    expect(valuesOf(turned)).to.deep.equal([7, 8, 9, -5, 300, null]);
    expect(turned.geometry).to.deep.include({ west: -99.75, north: 40.375 });
  });

  it('moves latitudes and longitudes of an old datum to WGS 84, also from its value file', async () => {
    const nad27 = [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4267];
    const file = tiff({
      tags: { ...plainTags(3, 2, 8), ...places, 34735: nad27 },
      blocks: [new Uint8Array(6).fill(7)],
    });
    const field = await readGeotiffField(file);
    const [west, , , north] = boundsOf(field);
    // `echo "-100 40" | gdaltransform -s_srs EPSG:4267 -t_srs EPSG:4326`
    expect(west).to.be.closeTo(-100.00041559, 3e-4);
    expect(west).to.be.lessThan(-100.0001);
    expect(north).to.be.closeTo(40, 3e-4);
    const grid = openValues(encodeCog(field));
    expect(grid.at(west + 1e-5, 39.9).status).to.equal('ok');
    expect(grid.at(west - 1e-3, 39.9).status).to.equal('outside');
  });

  it('refuses rotated images, tie points and images without georeferencing', async () => {
    const blocks = [new Uint8Array(6)];
    const refusal = async (more: Record<number, number[]>) => {
      const tags = { ...plainTags(3, 2, 8), 34735: places[34735], ...more };
      return String(await readGeotiffField(tiff({ tags, blocks })).catch((error: unknown) => error));
    };
    expect(await refusal({})).to.include('it is not georeferenced');
    const corners = [0, 0, 0, -100, 40, 0, 3, 0, 0, -99, 40, 0, 0, 2, 0, -100, 39, 0];
    expect(await refusal({ 33922: corners })).to.include('has 3 tie points');
    const rotated = [0.4, 0.1, 0, -100, 0.1, -0.4, 0, 40, 0, 0, 0, 0, 0, 0, 0, 1];
    expect(await refusal({ 34264: rotated })).to.include('it is rotated');
    expect(
      await refusal({ 33550: [1, 1, 0], 33922: [0, 0, 0, 1, 1, 0], 34735: [1, 1, 0, 1, 1024, 0, 1, 1] }),
    ).to.include('coordinate system is not supported');
  });

  it('reads the overview that a zoom needs, over the same area', async () => {
    const bytes = encodeCog(radarField(1100, 700), { reduce: 'maximum' }); // 11° of columns, 7° of rows
    const full = await readGeotiffField(bytes);
    const sizes: number[] = [];
    for (const zoom of [9, 6, 5, 4]) {
      const field = await readGeotiffField(bytes, { zoom });
      sizes.push(field.width);
      boundsOf(field).forEach((side, i) => expect(side).to.be.closeTo(boundsOf(full)[i], 1e-6));
    }
    expect(sizes).to.deep.equal([1100, 1100, 550, 275]); // 700 rows; the map has 3,175, 397, 198 and 99
  });

  for (const file of [
    'geotiff/B01.tif', // UTM
    'geotiff/blue.tif', // UTM
    'geotiff/cog_scale.tif', // UTM, scale and offset
    'geotiff/bremen_sea_ice_conc_2022_9_9.tif', // polar stereographic, south
    'geotiff/cog_nodata_nan.tif', // UTM, float32
    'geotiff/gpm_1d.20240617.tif', // latitude/longitude
    'goes/OR_ABI-L2-CMIPM1-M6C05_G16_s20211451800267_e20211451800324_c20211451800393_CMI.tif',
    'goes/OR_ABI-L2-CMIPM1-M6C01_G17_s20200111504255_e20200111504313_c20200111504367_CMI.tif',
  ]) {
    it(`have the values of GDAL at places of ${file}, and keep them in a file of ours`, async function () {
      const path = sharedFile(this, `data/raster/${file}`);
      if (!hasTool('gdallocationinfo')) this.skip();
      const field = await readGeotiffField(readFileSync(path));
      const points = somePlaces(field);
      const grid = openValues(encodeCog(field));
      const { scale, offset, nodata, bands } = scalingOf(path);
      let found = 0;
      gdalAt(path, points, bands).forEach(([stored], i) => {
        const { status, value } = grid.at(...points[i]);
        if (status === 'outside') return;
        if (value === null)
          expect(stored === nodata || Number.isNaN(stored), `place ${points[i].join()}`).to.equal(true);
        else
          expect(value, `place ${points[i].join()}`).to.be.closeTo(
            offset + stored * scale,
            Math.abs(value) * 1e-6 + 1e-9,
          );
        found++;
      });
      expect(found).to.be.greaterThan(20);
    });
  }

  for (const file of [
    'cog_rgb.tif',
    'cog_rgba.tif',
    'rgbsmall_LZW_tiled.tif',
    'rgbsmall_DEFLATE_separate.tif',
    'utm.tif',
  ]) {
    it(`have the colours of GDAL at places of ${file}`, async function () {
      const path = sharedFile(this, `data/raster/geotiff/${file}`);
      if (!hasTool('gdallocationinfo')) this.skip();
      const image = await readGeotiffImage(readFileSync(path));
      const info = JSON.parse(execFileSync('gdalinfo', ['-json', path], { encoding: 'utf8' }));
      const bands: number = info.bands.length;
      const palette: number[][] | undefined = info.bands[0].colorTable?.entries;
      const points = somePlaces(image);
      const grid = openColourImage(encodeColourImage(image));
      let found = 0;
      gdalAt(path, points, bands).forEach((parts, i) => {
        const word = grid.at(...points[i]);
        if (word === undefined || word === 0) return;
        const expected = palette ? palette[parts[0]] : parts;
        expect([word & 255, (word >>> 8) & 255, (word >>> 16) & 255]).to.deep.equal(expected.slice(0, 3));
        found++;
      });
      expect(found).to.be.greaterThan(15);
    });
  }

  it('makes masked pixels of an image transparent, as GDAL does', async function () {
    const path = sharedFile(this, 'data/raster/geotiff/cog_uint8_rgb_mask.tif');
    const { pixels } = await readGeotiffImage(readFileSync(path));
    expect(pixels.filter((word) => word === 0).length).to.equal(16_384); // a quarter, as its expected file says
  });

  it('refuses images without colours, and bands that do not exist', async function () {
    const path = sharedFile(this, 'data/raster/geotiff/int16_big_endian.tif');
    const error = await readGeotiffImage(readFileSync(path)).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(DataError);
    const beyond = await readGeotiffField(readFileSync(path), { band: 3 }).catch((thrown: unknown) => thrown);
    expect(String(beyond)).to.include('the image has 1 bands, number 4 is needed');
  });
});

function scalingOf(path: string): { scale: number; offset: number; nodata?: number; bands: number } {
  const { bands } = JSON.parse(execFileSync('gdalinfo', ['-json', path], { encoding: 'utf8' }));
  const [band] = bands;
  return { bands: bands.length, scale: band.scale ?? 1, offset: band.offset ?? 0, nodata: band.noDataValue };
}
