/**
 * Smoothed tiles: the values between the centres of cells are interpolated, then coloured. Colours are never mixed.
 *
 * A pixel shows a value where the cell under its centre has one, as without smoothing: an edge of data stays an edge. Its value
 * is the bilinear mean of the four cells whose centres surround it; cells without a value, and places outside the grid, have no
 * weight in it. Tiles with pixels larger than a cell are drawn without smoothing, so that no storm is lost.
 */
import { type Tile, tileSize } from '@severe/geo';
import type { GridShape } from '@severe/projection';
import { drawWindow } from '../draw-tile.ts';
import type { Field } from '../field.ts';
import type { Look } from '../look.ts';
import { bandOf, compilePalette, type Palette } from '../paint/palette.ts';
import { tileEncoder } from '../png/indexed.ts';
import { rounding } from '../warp/spans.ts';
import { windowFor, type CellWindow } from '../warp/window.ts';
import { pixelCentres, type PixelCentres } from './pixel-centres.ts';

/** The cells that drawing a smoothed tile reads: those of `windowFor`, and their neighbours. */
export function smoothWindowFor(shape: GridShape, tile: Tile): CellWindow | undefined {
  const window = windowFor(shape, tile);
  if (!window) return undefined;
  const column = Math.max(0, window.column - 1);
  const row = Math.max(0, window.row - 1);
  const right = Math.min(shape.width, window.column + window.width + 1);
  const bottom = Math.min(shape.height, window.row + window.height + 1);
  return { column, row, width: right - column, height: bottom - row };
}

/**
 * Draws a smoothed tile; undefined if nothing is visible.
 *
 * @param window the field cut to `smoothWindowFor(whole field, tile)`, or any larger part of it
 */
export function drawSmoothWindow(window: Field, look: Look, tile: Tile): Uint8Array | undefined {
  const centres = pixelCentres(window.geometry, tile);
  if (hasLargePixel(window, centres)) return drawWindow(window, look, tile);
  const palette = compilePalette(look, window);
  const bands = new Uint8Array(tileSize * tileSize);
  interpolate(window, presentValues(window), centres, palette, bands);
  return tileEncoder([undefined, ...palette.colours])(bands);
}

/** Packed values, NaN where a cell has none. */
function presentValues({ packed, absent }: Field): Float64Array {
  const values = new Float64Array(packed);
  for (const { code } of absent) {
    for (let i = 0; i < packed.length; i++) if (packed[i] === code) values[i] = NaN;
  }
  return values;
}

/** Whether the box around the footprint of any pixel on the grid is wider or higher than a cell. */
function hasLargePixel({ width, height }: GridShape, { columns, rows }: PixelCentres): boolean {
  const limit = 1 + rounding;
  for (let v = 1; v < tileSize; v++) {
    for (let u = 1, at = v * tileSize + 1; u < tileSize; u++, at++) {
      const column = columns[at];
      const row = rows[at];
      if (!(column >= 0 && column < width && row >= 0 && row < height)) continue;
      const across = Math.abs(column - columns[at - 1]) + Math.abs(column - columns[at - tileSize]);
      const down = Math.abs(row - rows[at - 1]) + Math.abs(row - rows[at - tileSize]);
      if (across > limit || down > limit) return true;
    }
  }
  return false;
}

/** Writes the band of the palette of every pixel, 0 where nothing is drawn. */
function interpolate(
  { width, height }: GridShape,
  values: Float64Array,
  { columns, rows }: PixelCentres,
  palette: Palette,
  bands: Uint8Array,
): void {
  const lastColumn = width - 1;
  const lastRow = height - 1;
  for (let i = 0; i < bands.length; i++) {
    const column = columns[i] - 0.5;
    const row = rows[i] - 0.5;
    if (column >= 0 && column < lastColumn && row >= 0 && row < lastRow) {
      const left = column | 0;
      const top = row | 0;
      const east = column - left;
      const south = row - top;
      const cell = top * width + left;
      const north = values[cell] + (values[cell + 1] - values[cell]) * east;
      const below = values[cell + width] + (values[cell + width + 1] - values[cell + width]) * east;
      const value = north + (below - north) * south;
      if (!Number.isNaN(value)) {
        bands[i] = bandOf(palette, value);
        continue;
      }
    }
    const own = cellUnder(columns[i], rows[i], width, height);
    if (own < 0 || Number.isNaN(values[own])) continue;
    bands[i] = bandOf(palette, valueBetween(values, width, height, column, row));
  }
}

/** Index of the cell under a place; −1 outside the grid. */
function cellUnder(column: number, row: number, width: number, height: number): number {
  const [left, top] = [Math.floor(column + rounding), Math.floor(row + rounding)];
  return left >= 0 && left < width && top >= 0 && top < height ? top * width + left : -1;
}

/**
 * The mean of those of the four cells around a place that have a value, weighted by nearness.
 *
 * @param column in cells from the centre of the first one, as is `row`; at least one of the four cells has a value
 */
function valueBetween(values: Float64Array, width: number, height: number, column: number, row: number): number {
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [east, south] = [column - left, row - top];
  let [sum, weights] = [0, 0];
  for (let down = 0; down < 2; down++) {
    if (top + down < 0 || top + down >= height) continue;
    for (let right = 0; right < 2; right++) {
      if (left + right < 0 || left + right >= width) continue;
      const value = values[(top + down) * width + left + right];
      if (Number.isNaN(value)) continue;
      const weight = (right ? east : 1 - east) * (down ? south : 1 - south);
      sum += weight * value;
      weights += weight;
    }
  }
  return sum / weights;
}
