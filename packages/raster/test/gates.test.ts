import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProduct, type HrrrSource, type RasterProduct } from '@severe/catalogue';
import { tileRange, type Tile } from '@severe/geo';
import { isField, readFields, type Grib2Field } from '@severe/grib2';
import { boundsOf, readGrib2Field, tileDrawer, tilesAhead, type Field } from '@severe/raster';
import { expect } from 'chai';
import { hasTool } from '../../../test/support/tools.ts';
import { sharedFile } from '../../../test/support/shared.ts';
import { pixelsOf } from './support/png.ts';
import { lambertReference, latLonReference } from './support/reference.ts';

const composite = 'data/upstream/mrms/MRMS_MergedReflectivityQCComposite_00.50_20220704-110040.grib2';
const temperature = 'data/upstream/hrrr/hrrr.t06z.wrfsfcf01-TMP.grib2';

/** Compares every pixel of every tile, those beside the grid included, and counts the tiles that hold something. */
function compareAll(field: Field, look: RasterProduct, maxZoom: number, reference: (tile: Tile) => Uint32Array) {
  const draw = tileDrawer(field, look);
  const ahead = new Set([...tilesAhead(field, { drawnAhead: maxZoom })].map(({ z, x, y }) => `${z}/${x}/${y}`));
  const perZoom: number[] = [];
  for (let z = 0; z <= maxZoom; z++) {
    perZoom[z] = 0;
    const range = tileRange(boundsOf(field), z);
    for (let y = Math.max(0, range.minY - 1); y <= Math.min(2 ** z - 1, range.maxY + 1); y++) {
      for (let x = Math.max(0, range.minX - 1); x <= Math.min(2 ** z - 1, range.maxX + 1); x++) {
        const png = draw({ z, x, y });
        const drawn = pixelsOf(png);
        const expected = reference({ z, x, y });
        const differing = drawn.findIndex((pixel, i) => pixel !== expected[i]);
        if (differing >= 0) {
          const [px, py] = [differing % 256, Math.floor(differing / 256)];
          const [found, needed] = [drawn[differing], expected[differing]].map((pixel) => pixel.toString(16));
          expect.fail(`tile ${z}/${x}/${y}, pixel ${px}, ${py}: ${found} where ${needed} was expected`);
        }
        if (!png) continue;
        perZoom[z]++;
        expect(ahead.has(`${z}/${x}/${y}`), `tile ${z}/${x}/${y} is drawn ahead`).to.equal(true);
      }
    }
  }
  return perZoom;
}

function onlyField(file: Uint8Array): Grib2Field {
  const [field] = readFields(file);
  if (!isField(field)) throw field.error;
  return field;
}

describe('gates', function () {
  this.timeout(300_000);

  it('draws every pixel of the MRMS composite, z0 to z8, as the plain reference does', function () {
    const bytes = readFileSync(sharedFile(this, composite));
    const product = findProduct('radar', 'composite-reflectivity') as RasterProduct;
    const values = onlyField(bytes).values();
    const none = [...product.nothing, ...product.missing];
    for (let i = 0; i < values.length; i++) if (none.includes(values[i])) values[i] = NaN;
    const grid = { width: 7000, height: 3500, values };
    const reference = latLonReference(grid, { west: -129.995, north: 54.995, step: 0.01 }, product);

    const perZoom = compareAll(readGrib2Field(bytes, product), product, 8, reference);
    expect(perZoom).to.deep.equal([1, 1, 2, 4, 7, 25, 72, 195, 519]);
  });

  it('finds as many tiles that are not empty as GDAL does at every zoom', function () {
    const file = sharedFile(this, composite);
    if (!hasTool('gdalwarp')) this.skip();
    const product = findProduct('radar', 'composite-reflectivity') as RasterProduct;
    const field = readGrib2Field(readFileSync(file), product);
    const draw = tileDrawer(field, product);
    for (let z = 0; z <= 8; z++) {
      let ours = 0;
      for (const tile of tilesAhead(field, { drawnAhead: z })) if (tile.z === z && draw(tile)) ours++;
      expect(ours, `tiles of zoom ${z}`).to.equal(gdalTiles(file, field, z, product.threshold as number));
    }
  });

  it('draws every pixel of the HRRR temperature, z0 to z7, as the plain reference does', function () {
    const bytes = readFileSync(sharedFile(this, temperature));
    const product = findProduct('hrrr', 't2m') as RasterProduct;
    const source = product.source as HrrrSource;
    const message = onlyField(bytes);
    const { width, height } = message.grid;
    // The file begins in the south-west. Its values are kept in double precision, as the packing defines them.
    const { packed, scale, offset } = message.packed();
    const values = new Float64Array(packed.length);
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        values[row * width + column] =
          offset + packed[(height - 1 - row) * width + column] * scale + (source.offset as number);
      }
    }
    // Corners and steps as gdalinfo prints them: of cell edges, so half a step further in.
    const step = 3000;
    const place = {
      projection: '+proj=lcc +lat_1=38.5 +lat_2=38.5 +lat_0=38.5 +lon_0=-97.5 +R=6371229 +units=m +no_defs',
      x0: -2699020.14252192992717 + step / 2,
      y0: 1588193.847443330101669 - step / 2,
      step,
    };
    const field = readGrib2Field(bytes, { ...product, ...source });
    const perZoom = compareAll(field, product, 7, lambertReference({ width, height, values }, place, product));
    expect(perZoom[0]).to.equal(1);
    expect(perZoom[7]).to.be.greaterThan(300);
  });
});

/** Warps the file to the pixels of a zoom with GDAL's own maximum, and counts tiles with a value that is drawn. */
function gdalTiles(file: string, field: Field, z: number, threshold: number): number {
  const { minX, minY, maxX, maxY } = tileRange(boundsOf(field), z);
  const [across, down] = [maxX - minX + 1, maxY - minY + 1];
  const half = Math.PI * 6378137;
  const metres = (tile: number) => (2 * half * tile) / 2 ** z - half;
  const extent = [metres(minX), -metres(maxY + 1), metres(maxX + 1), -metres(minY)];
  const folder = mkdtempSync(join(tmpdir(), 'severe-gdal-'));
  try {
    const raw = join(folder, 'warped.raw');
    const size = [across * 256, down * 256];
    const options = ['-q', '-t_srs', 'EPSG:3857', '-r', 'max', '-of', 'ENVI', '-ot', 'Float32', '-dstnodata', '-999'];
    execFileSync('gdalwarp', [...options, '-te', ...extent.map(String), '-ts', ...size.map(String), file, raw], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const bytes = readFileSync(raw);
    const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    const filled = new Set<number>();
    for (let i = 0; i < values.length; i++) {
      if (values[i] < threshold) continue;
      const [row, column] = [Math.floor(i / size[0]), i % size[0]];
      filled.add((row >> 8) * across + (column >> 8));
    }
    return filled.size;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
