import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProduct, type RasterProduct } from '@severe/catalogue';
import { makeFrame, readGrib2Field, type Field } from '@severe/raster';

/** A frame on disk, for the server and its peers. */
export interface FrameFiles {
  /** Contains `frame.json`, `tiles.pmtiles`, `values.tif`. */
  folder: string;
  /** `z/x/y` of every non-empty tile. */
  tiles: string[];
  /** value = offset + packed × scale */
  scaling: { scale: number; offset: number };
  meanTileBytes: number;
  /** Source of the frame. */
  source: string;
}

const real = 'data/upstream/mrms/MRMS_MergedReflectivityQCComposite_00.50_20220704-110040.grib2';
export const stamp = '202207041100';
export const productId = 'composite-reflectivity';

/** Makes both objects from the real MRMS composite, if it exists, otherwise from a seeded one of the same size. */
export function writeFrameFiles(folder: string, shared: string | undefined, tileRoot?: string): FrameFiles {
  const product = findProduct('radar', productId) as RasterProduct;
  const bytes = shared && readIfThere(join(shared, real));
  const field = bytes ? readGrib2Field(bytes, product) : seededField(product);
  const tiles: string[] = [];
  let tileBytes = 0;
  const made = makeFrame(field, product, {
    name: product.name,
    onTile({ z, x, y }, png) {
      tiles.push(`${z}/${x}/${y}`);
      tileBytes += png.length;
      if (tileRoot) put(join(tileRoot, `api/v1/radar/tiles/${productId}/${z}/${x}/${y}.png`), png);
    },
  });
  put(join(folder, 'tiles.pmtiles'), made.tiles);
  put(join(folder, 'values.tif'), made.values);
  const row = {
    id: 1,
    family: 'radar',
    product: productId,
    runAt: null,
    validAt: '2022-07-04T11:00:40Z',
    publishedAt: '2022-07-04T11:02:00Z',
    tilesKey: 'tiles.pmtiles',
    tilesBytes: made.tiles.length,
    valuesKey: 'values.tif',
    valuesBytes: made.values.length,
    simulated: !bytes,
  };
  put(join(folder, 'frame.json'), JSON.stringify(row));
  const source = bytes ? 'a real MRMS composite' : 'a seeded composite';
  const scaling = { scale: field.scale, offset: field.offset };
  return { folder, tiles, scaling, meanTileBytes: Math.round(tileBytes / tiles.length), source };
}

/** Seeded pseudorandom numbers in [0, 1). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A mosaic with 400 storms on the national grid. */
function seededField({ bounds: [west, , , north] }: RasterProduct): Field {
  const [width, height, step] = [7000, 3500, 0.01];
  const [nothing, missing] = [2, 1];
  const packed = new Uint16Array(width * height).fill(nothing);
  const random = seededNumbers(1);
  for (let i = 0; i < 400; i++) {
    const [column, row] = [60 + random() * (width - 120), 60 + random() * (height - 120)];
    const [peak, reach] = [20 + random() * 50, 10 + random() * 50];
    for (let y = Math.ceil(row - reach); y < row + reach; y++) {
      for (let x = Math.ceil(column - reach); x < column + reach; x++) {
        const dbz = peak * (1 - Math.hypot(x - column, y - row) / reach) + (random() - 0.5) * 6;
        const at = y * width + x;
        if (dbz > 0) packed[at] = Math.max(packed[at], 1000 + Math.round(dbz * 10));
      }
    }
  }
  return {
    width,
    height,
    packed,
    scale: 0.1,
    offset: -100,
    absent: [
      { code: nothing, means: 'nothing' },
      { code: missing, means: 'missing' },
    ],
    geometry: { kind: 'latlon', west: west + step / 2, north: north - step / 2, stepLon: step, stepLat: step },
  };
}

function put(path: string, body: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, body);
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // use the seeded one
  }
}
