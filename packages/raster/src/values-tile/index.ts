/** Values as tiles: 16 bits a pixel in red and green of a PNG, for clients that colour and read values themselves. */
import { type Tile, tileSize } from '@severe/geo';
import { boundsOf, type GridShape } from '@severe/projection';
import { blockSize } from '@severe/tiff/container';
import { warpOf } from '../draw-tile.ts';
import type { Look } from '../look.ts';
import { windowFor } from '../warp/window.ts';
import type { ValueGrid } from '../values/grid.ts';
import { rgbPng } from './rgb-png.ts';
import { firstValue, wordsOf, type ValueCode } from './words.ts';

export { statuses } from './rgb-png.ts';
export { valueCode, type ValueCode } from './words.ts';

/** A tile without data. */
export function missingValues(): Uint8Array {
  return rgbPng(new Int32Array(tileSize * tileSize));
}

/** Largest number of cells along the side of a pixel; above it an overview is read. */
const maxAcross = 4;

/**
 * The overview for the tiles of a zoom: the coarsest, of 2^n × 2^n cells, with at least four cells along the side of a
 * pixel. A tile of a low zoom then costs no more than one of a high zoom, and its edges deviate by at most a quarter of a
 * pixel.
 */
export function copyFor(shape: GridShape, z: number): number {
  const [west, , east] = boundsOf(shape);
  const cell = (east > west ? east - west : east - west + 360) / shape.width;
  const across = 360 / (tileSize * 2 ** z) / cell;
  const copies = Math.ceil(Math.log2(Math.max(1, shape.width / blockSize, shape.height / blockSize)));
  return Math.max(0, Math.min(copies, Math.floor(Math.log2(across / maxAcross))));
}

/**
 * The values of a tile by the rule of the product; values below its threshold are `nothing`.
 *
 * @param grid the overview of the frame's values that `copyFor` selects
 */
export function valuesTile(grid: ValueGrid, look: Look, code: ValueCode, tile: Tile): Uint8Array {
  const pixels = new Int32Array(tileSize * tileSize);
  const window = windowFor(grid, tile);
  if (!window) return rgbPng(pixels);
  const field = grid.window(window.column, window.row, window.width, window.height);
  const words = wordsOf(field, look, code);
  const marks = new Uint8Array(Math.ceil(words.codes.length / 64)).fill(1);
  const unused = {
    bandOfCode: new Uint8Array(0),
    codeOf: () => 0,
    palette: { from: new Float64Array(0), colours: [] },
  };
  warpOf(field, look, { ...words, marks, ...unused })(tile, pixels);
  dropWeak(pixels, look.threshold, code);
  return rgbPng(pixels);
}

function dropWeak(pixels: Int32Array, threshold: number | undefined, { offset, scale }: ValueCode): void {
  if (threshold === undefined) return;
  const least = firstValue + Math.ceil((threshold - offset) / scale - 1e-6);
  for (let i = 0; i < pixels.length; i++) if (pixels[i] >= firstValue && pixels[i] < least) pixels[i] = 1;
}
