import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProduct, type ModelSource, type RasterProduct } from '@severe/catalogue';
import { tileRange, type Tile } from '@severe/geo';
import { isField, readFields, type Grib2Field } from '@severe/grib2';
import { boundsOf, readGrib2Field, tileDrawer, tilesAhead, type Field, type Look } from '@severe/raster';
import { readGeotiffField } from '@severe/raster/geotiff';
import { expect } from 'chai';
import { hasTool } from '@severe/testing/tools';
import { sharedFile } from '@severe/testing/shared';
import { pixelsOf } from './support/png.ts';
import { lambertReference, latLonReference, planeReference } from './support/reference.ts';

const composite = 'data/upstream/mrms/MRMS_MergedReflectivityQCComposite_00.50_20220704-110040.grib2';
/** Its tiles with an echo, at each zoom from 0. */
const compositeTiles = [1, 1, 2, 4, 7, 25, 72, 195, 519];
const temperature = 'data/upstream/hrrr/hrrr.t06z.wrfsfcf01-TMP.grib2';

/** Compares every pixel of every tile, those beside the grid included, and counts the tiles that hold something. */
function compareAll(field: Field, look: Look, maxZoom: number, reference: (tile: Tile) => Uint32Array) {
  const draw = tileDrawer(field, look);
  const ahead = new Set([...tilesAhead(field, { maxPrerenderedZoom: maxZoom })].map(({ z, x, y }) => `${z}/${x}/${y}`));
  const perZoom: number[] = [];
  for (let z = 0; z <= maxZoom; z++) {
    perZoom[z] = 0;
    const range = tileRange(boundsOf(field), z);
    for (let y = Math.max(0, range.minY - 1); y <= Math.min(2 ** z - 1, range.maxY + 1); y++) {
      for (let x = Math.max(0, range.minX - 1); x <= Math.min(2 ** z - 1, range.maxX + 1); x++) {
        const png = draw({ z, x, y });
        const drawn = pixelsOf(png);
        const expected = reference({ z, x, y });
        if (!isSame(drawn, expected)) {
          const differing = drawn.findIndex((pixel, i) => pixel !== expected[i]);
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

const isSame = (a: Uint32Array, b: Uint32Array) => Buffer.from(a.buffer).equals(new Uint8Array(b.buffer));

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
    expect(perZoom).to.deep.equal(compositeTiles);
  });

  it('finds as many tiles that are not empty as GDAL does at every zoom', function () {
    const file = sharedFile(this, composite);
    if (!hasTool('gdalwarp')) this.skip();
    const product = findProduct('radar', 'composite-reflectivity') as RasterProduct;
    const field = readGrib2Field(readFileSync(file), product);
    const found = compositeTiles.map((_, z) => gdalTiles(file, field, z, product.threshold as number));
    expect(found).to.deep.equal(compositeTiles);
  });

  it('draws every pixel of the HRRR temperature, z0 to z7, as the plain reference does', function () {
    const bytes = readFileSync(sharedFile(this, temperature));
    const product = findProduct('hrrr', 't2m') as RasterProduct;
    const source = product.source as ModelSource;
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
    const field = readGrib2Field(bytes, { ...product, ...source, records: undefined }); // of the surface, the same grid
    const perZoom = compareAll(field, product, 7, lambertReference({ width, height, values }, place, product));
    expect(perZoom[0]).to.equal(1);
    expect(perZoom[7]).to.be.greaterThan(300);
  });

  /** Definitions and first edges as gdalinfo of GDAL 3.6.2 prints them: the upper left corner, and the steps. */
  const projections: Record<
    string,
    { file: string; projection: string; corner: [x: number, y: number]; step: number }
  > = {
    'an Alaskan ozone field (polar stereographic)': {
      file: 'aqm.t12z.ave_1hr_o3-AK-polar-stereographic.grib2',
      projection: '+proj=stere +lat_0=90 +lat_ts=60 +lon_0=210 +x_0=0 +y_0=0 +R=6371229 +units=m +no_defs',
      corner: [-2622372.4687247765, -1521070.7509439029],
      step: 5953.0,
    },
    'a Hawaiian ozone field (Mercator)': {
      file: 'aqm.t12z.ave_1hr_o3-HI-mercator.grib2',
      projection: '+proj=merc +lat_ts=20 +lon_0=0 +x_0=0 +y_0=0 +R=6371229 +units=m +no_defs',
      corner: [-16879450.780530702, 2481867.7920426135],
      step: 2500.0,
    },
    'the Stage IV precipitation (polar stereographic)': {
      file: 'st4_conus.2022081004.01h.grb2',
      projection: '+proj=stere +lat_0=90 +lat_ts=60 +lon_0=255 +x_0=0 +y_0=0 +R=6371200 +units=m +no_defs',
      corner: [-1904912.9243569847, -3424223.68005048],
      step: 4762.5,
    },
    'an Albers grid on WGS 84': {
      file: 'albers_equal_area.grb2',
      projection: '+proj=aea +lat_0=33.5 +lon_0=117 +lat_1=33 +lat_2=34 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
      corner: [8974979.714291971, 6235686.524642175],
      step: 60.022,
    },
    'a Lambert grid on WGS 84': {
      file: 'lambert_conformal_conic.grb2',
      projection: '+proj=lcc +lat_0=33.5 +lon_0=117 +lat_1=33 +lat_2=34 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
      corner: [8974734.73768588, 6235918.969800107],
      step: 60.021,
    },
    'a Mercator grid on WGS 84': {
      file: 'mercator.grb2',
      projection: '+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
      corner: [-13095853.598139778, 3991876.460048687],
      step: 72.237,
    },
    'a polar stereographic grid on WGS 84': {
      file: 'polar_stereographic.grb2',
      projection: '+proj=stere +lat_0=90 +lat_ts=60 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
      corner: [-5621962.072511507, 2943991.80076497],
      step: 71.86,
    },
  };

  for (const [name, { file, projection, corner, step }] of Object.entries(projections)) {
    it(`draws every pixel of ${name}, z0 to z5, as the plain reference does`, function () {
      const bytes = readFileSync(sharedFile(this, `data/raster/grib2/${file}`));
      const message = onlyField(bytes);
      const { width, height } = message.grid;
      const values = northUpValues(message, storedValues(message));
      const look = lookFor(values, 'maximum');
      const place = { projection, x0: corner[0] + step / 2, y0: corner[1] - step / 2, stepX: step, stepY: step };
      const field = readGrib2Field(bytes, look);
      expect(field.geometry.kind).to.equal('projected');
      const perZoom = compareAll(field, look, 5, planeReference({ width, height, values }, place, look));
      expect(perZoom[0]).to.equal(1);
      expect(perZoom[5]).to.be.greaterThan(0);
    });
  }

  /** The sector and the place of its first cell as gdalinfo prints them: the upper left corner, and the step. */
  const views = {
    'a sector of GOES-16': {
      file: 'OR_ABI-L2-CMIPM1-M6C05_G16_s20211451800267_e20211451800324_c20211451800393_CMI.tif',
      lonOrigin: -75,
      deepest: 5,
      corner: [-2565142.21000852715224, 3927873.943921151570976],
      step: 1002.008657743770527,
    },
    'a sector of GOES-17': {
      file: 'OR_ABI-L2-CMIPM1-M6C01_G17_s20200111504255_e20200111504313_c20200111504367_CMI.tif',
      lonOrigin: -137,
      deepest: 4,
    },
  } as const;

  for (const [name, { file, lonOrigin, deepest, ...told }] of Object.entries(views)) {
    it(`draws every pixel of ${name}, z0 to z${deepest}, as the plain reference does`, async function () {
      const path = sharedFile(this, `data/raster/goes/${file}`);
      const field = await readGeotiffField(readFileSync(path));
      const { geometry, width, height, packed, scale, offset } = field;
      if (geometry.kind !== 'geostationary') throw new Error(`the grid is ${geometry.kind}`);
      const { x0, y0, stepX, stepY } = geometry;
      if ('corner' in told) {
        const expected = [told.corner[0] + told.step / 2, told.corner[1] - told.step / 2, told.step, told.step];
        [x0, y0, stepX, stepY].forEach((found, i) => expect(found).to.be.closeTo(expected[i], 1e-5));
      }
      const values = Float64Array.from(packed, (code) => offset + code * scale);
      const look = lookFor(values, 'mean');
      const projection = `+proj=geos +h=35786023 +lon_0=${lonOrigin} +sweep=x +a=6378137 +rf=298.2572221 +x_0=0 +y_0=0 +units=m +no_defs`;
      const reference = planeReference({ width, height, values }, { projection, x0, y0, stepX, stepY }, look);
      const perZoom = compareAll(field, look, deepest, reference);
      expect(perZoom[0]).to.equal(1);
      if (hasTool('gdalwarp')) {
        // Of one tile of z4 the sector of GOES-17 has a sliver that GDAL leaves out; ours is that of the reference.
        for (const z of lonOrigin === -75 ? [3, 4, 5] : [2, 3])
          expect(perZoom[z], `tiles of zoom ${z}`).to.equal(gdalTiles(path, field, z, -1));
      }
    });
  }

  it('draws every pixel of a global 0.25° wave field, whose file begins at 0° E, z0 to z3, as the plain reference does', function () {
    const bytes = readFileSync(sharedFile(this, 'data/raster/grib2/gfswave-11.t00z.global.0p25.f000.grib2'));
    const message = onlyField(bytes);
    const eastwards = northUpValues(message, storedValues(message));
    // Column c of the reference is longitude −180 + c / 4; column 0 comes again as column 1440.
    const values = new Float64Array(1441 * 721);
    for (let cell = 0; cell < values.length; cell++) {
      values[cell] = eastwards[Math.floor(cell / 1441) * 1440 + (((cell % 1441) + 720) % 1440)];
    }
    const look = lookFor(values, 'maximum');
    const reference = latLonReference(
      { width: 1441, height: 721, values },
      { west: -180, north: 90, step: 0.25 },
      look,
    );
    expect(compareAll(readGrib2Field(bytes, look), look, 3, reference).slice(0, 2)).to.deep.equal([1, 4]);
  });
});

/** A look under which every value of a field shows, in 60 steps between the least and the greatest. */
function lookFor(values: Float64Array, reduce: Look['reduce']): Look & { palette: [number, string][] } {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) if (value < least) least = value;
  for (const value of values) if (value > most) most = value;
  const step = (most - least) / 60 || 1;
  // Stops lie off the values that are packed, so that no rounding decides.
  const stop = (i: number): [number, string] => [
    least + (i - 0.37) * step,
    `#${(0x102030 + i * 0x020304).toString(16)}`,
  ];
  return {
    nothing: [],
    missing: [],
    reduce,
    maxPrerenderedZoom: 5,
    palette: Array.from({ length: 60 }, (_, i) => stop(i)),
  };
}

/** As they are stored, in double precision. */
function storedValues(message: Grib2Field): Float64Array {
  const { packed, scale, offset, missingCode } = message.packed();
  return Float64Array.from(packed, (code) => (code === missingCode ? NaN : offset + code * scale));
}

/** Values of a message in map order, by the scanning mode that the decoder tells; NaN where there is none. */
function northUpValues({ grid }: Grib2Field, stored: Float64Array): Float64Array {
  const { width, height, scan } = grid;
  const values = new Float64Array(width * height);
  for (let index = 0; index < stored.length; index++) {
    const { i, j } = scan.cellOf(index);
    const column = scan.eastwards > 0 ? i : width - 1 - i;
    values[(scan.northwards > 0 ? height - 1 - j : j) * width + column] = stored[index];
  }
  return values;
}

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
