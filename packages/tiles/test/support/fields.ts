import { findProduct, type Family, type RasterProduct } from '@severe/catalogue';
import { drawColourImageFrame, encodeColourImage, makeFrame, type Field, type ColourImage } from '@severe/raster';

/** 4° × 4° of Oklahoma and Texas in cells of 0.01°; north-west corner at 99 W, 37 N. */
export const patch = { west: -99, north: 37, size: 400, step: 0.01 } as const;

/** The codes of the patch: dBZ × 2 + 200, as in the real mosaics, with -99 (no echo) and -999 (no coverage). */
export const codes = { nothing: 2, missing: 1, dbz: (value: number) => 200 + value * 2 } as const;

/**
 * An echo of `dbz` in the middle, falling off by 1 dBZ a cell, an island of 3 dBZ below the threshold in the north-west,
 * and no coverage in the easternmost 50 columns.
 */
export function stormField(dbz = 60): Field {
  const { west, north, size, step } = patch;
  const packed = new Uint16Array(size * size).fill(codes.nothing);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const value = Math.round(dbz - Math.hypot(row - size / 2, column - size / 2));
      if (value >= 0) packed[row * size + column] = codes.dbz(value);
      if (row < 20 && column < 20) packed[row * size + column] = codes.dbz(3);
      if (column >= size - 50) packed[row * size + column] = codes.missing;
    }
  }
  return {
    width: size,
    height: size,
    packed,
    scale: 0.5,
    offset: -100,
    absent: [
      { code: codes.nothing, means: 'nothing' },
      { code: codes.missing, means: 'missing' },
    ],
    geometry: { kind: 'latlon', west: west + step / 2, north: north - step / 2, stepLon: step, stepLat: step },
  };
}

/** A warm day on a Lambert grid like the model's, at a tenth of its resolution: a value in every cell. */
export function warmField(): Field {
  const [width, height, step] = [180, 106, 30_000];
  const packed = Uint16Array.from({ length: width * height }, (_, i) => 100 + (i % width) + Math.floor(i / width));
  const geometry = {
    kind: 'lambert' as const,
    radius: 6_371_229,
    lat1: 38.5,
    lat2: 38.5,
    latOrigin: 38.5,
    lonOrigin: -97.5,
    x0: -2_697_500,
    y0: 1_587_300,
    stepX: step,
    stepY: step,
  };
  return { width, height, packed, scale: 0.1, offset: 0, absent: [], geometry };
}

export function productOf(family: Family, id: string): RasterProduct {
  const product = findProduct(family, id);
  if (!product) throw new Error(`no product ${family}/${id}`);
  return product;
}

const made = new Map<string, { tiles: Uint8Array; values: Uint8Array }>();

/** Both objects of a frame, by the code that makes them in production; made once for each name. */
export function frameObjects(name: string, product: RasterProduct, content: () => Field | ColourImage) {
  const known = made.get(name) ?? objectsOf(product, content());
  made.set(name, known);
  return known;
}

function objectsOf(product: RasterProduct, content: Field | ColourImage): { tiles: Uint8Array; values: Uint8Array } {
  const { name, maxPrerenderedZoom } = product;
  if ('packed' in content) return makeFrame(content, product, { name });
  return {
    ...drawColourImageFrame(content, { name, maxZoom: maxPrerenderedZoom }),
    values: encodeColourImage(content),
  };
}
