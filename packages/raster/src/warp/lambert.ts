/**
 * Lambert grids to the map.
 *
 * Mercator and Lambert are both conformal, so a pixel's footprint on the grid is a square, rotated by the convergence of
 * the meridians. The rule uses the box around that square, with sides along the rows and columns of the grid and its
 * middle at the pixel's centre. If the box is wider (or higher) than a cell, the pixel takes every column (or row) that
 * it touches, otherwise the one under its centre. The pixel is the product's reduction over the rectangle of both. Boxes
 * of neighbouring pixels leave no gap, so no cell is lost at any zoom.
 */
import { lambertTile } from '@severe/kernels';
import { tileSize } from '@severe/geo';
import { extentOf, type LambertPixels, lambertTiles } from '@severe/projection';
import type { Field, LambertGeometry } from '../field.ts';
import type { Look } from '../look.ts';
import { lambertRule, type Codes, type Painted } from '../paint/codes.ts';
import { rounding } from './spans.ts';
import { lambertWindow, type CellWindow } from './window.ts';
import { occupancyOf, type Occupancy } from './occupancy.ts';
import { boxReducer, type BoxReducer } from './reduce.ts';
import type { Warp } from './warp.ts';

export function lambertWarp(field: Field & { geometry: LambertGeometry }, look: Look, painted: Painted): Warp {
  const { width, height, geometry } = field;
  const reduce = boxReducer(field, look, painted);
  const occupancy = occupancyOf(painted, width, height);
  const pixelsOf = lambertTiles(geometry);
  const drawInKernel = kernelDrawer(field, look, painted);
  return (tile, out) => {
    const pixels = pixelsOf(tile);
    if (!isOccupied(lambertWindow(pixels, width, height), occupancy)) return false;
    const widest = pixels.turnRange[1];
    const within = isWithin(pixels, width, height);
    if (drawInKernel) {
      drawInKernel(pixels, within, out);
      return true;
    }
    for (let row = 0; row < tileSize; row++) {
      if (isLargeRow(pixels, row, widest)) reduceRow(pixels, row, width, height, painted.codes, reduce, out);
      else if (within) nearestRowWithin(pixels, row, width, painted.codes, out);
      else nearestRow(pixels, row, width, height, painted.codes, out);
    }
    return true;
  };
}

type KernelDrawer = (pixels: LambertPixels, within: boolean, out: Codes) => void;

/** Draws by a kernel in the workspace of a large grid, if there is one for the product's rule. */
function kernelDrawer(field: Field, look: Look, { kernelMemory, reduce }: Painted): KernelDrawer | undefined {
  const { width, height } = field;
  const rule = lambertRule(field, look);
  if (!kernelMemory || reduce || !rule) return undefined;
  return (pixels, within, out) => {
    const widest = pixels.turnRange[1];
    const how = { rule, widest, within, rounding };
    out.set(lambertTile(kernelMemory.space, { width, height }, pixels, how, kernelMemory.parts));
  };
}

/** Whether any pixel in a row of a tile is larger than a cell. */
function isLargeRow({ sideColumns, sideRows }: LambertPixels, row: number, widest: number): boolean {
  return Math.max(sideColumns[row], sideRows[row]) * widest > 1;
}

function isOccupied(window: CellWindow | undefined, occupancy: Occupancy): boolean {
  if (!window) return false;
  const { column, row, width, height } = window;
  return occupancy.any(column, column + width - 1, row, row + height - 1);
}

/** Whether all pixel centres of a tile are on the grid. */
function isWithin(pixels: LambertPixels, width: number, height: number): boolean {
  const { left, right, top, bottom } = extentOf(pixels);
  return left >= 0 && right + rounding < width && top >= 0 && bottom + rounding < height;
}

/** Draws a row without pixels larger than a cell, in a tile that is completely on the grid. */
function nearestRowWithin(pixels: LambertPixels, y: number, width: number, codes: Codes, out: Codes): void {
  const { sin, cos } = pixels;
  const column0 = pixels.column0 + rounding;
  const row0 = pixels.row0 + rounding;
  const acrossBy = pixels.rhoColumns[y];
  const downBy = pixels.rhoRows[y];
  for (let x = 0, at = y * tileSize; x < tileSize; x++, at++) {
    const column = (column0 + acrossBy * sin[x]) | 0;
    const row = (row0 + downBy * cos[x]) | 0;
    out[at] = codes[row * width + column];
  }
}

/** Draws a row without pixels larger than a cell. */
function nearestRow(pixels: LambertPixels, y: number, width: number, height: number, codes: Codes, out: Codes): void {
  const { sin, cos } = pixels;
  const column0 = pixels.column0 + rounding;
  const row0 = pixels.row0 + rounding;
  const acrossBy = pixels.rhoColumns[y];
  const downBy = pixels.rhoRows[y];
  for (let x = 0, at = y * tileSize; x < tileSize; x++, at++) {
    const column = column0 + acrossBy * sin[x];
    const row = row0 + downBy * cos[x];
    const inside = column >= 0 && column < width && row >= 0 && row < height;
    out[at] = inside ? codes[(row | 0) * width + (column | 0)] : 0;
  }
}

/** Draws a row with pixels larger than a cell. */
function reduceRow(
  { column0, row0, rhoColumns, rhoRows, sideColumns, sideRows, sin, cos, turn }: LambertPixels,
  y: number,
  width: number,
  height: number,
  codes: Codes,
  reduce: BoxReducer,
  out: Codes,
): void {
  for (let x = 0, at = y * tileSize; x < tileSize; x++, at++) {
    const column = column0 + rhoColumns[y] * sin[x];
    const row = row0 + rhoRows[y] * cos[x];
    const across = (sideColumns[y] * turn[x]) / 2;
    const down = (sideRows[y] * turn[x]) / 2;
    if (column + across < 0 || column - across > width || row + down < 0 || row - down > height) {
      out[at] = 0; // most of a tile at a low zoom is outside the grid
      continue;
    }
    const left = Math.max(0, firstCell(column, across));
    const right = Math.min(width - 1, lastCell(column, across));
    const top = Math.max(0, firstCell(row, down));
    const bottom = Math.min(height - 1, lastCell(row, down));
    if (left > right || top > bottom) out[at] = 0;
    else if (left === right && top === bottom) out[at] = codes[top * width + left];
    else out[at] = reduce(left, right, top, bottom);
  }
}

/** The first cell of a box that extends `half` to either side of `centre`. */
function firstCell(centre: number, half: number): number {
  return Math.floor((half > 0.5 ? centre - half : centre) + rounding) | 0; // an integer for the compiler, too
}

function lastCell(centre: number, half: number): number {
  return half > 0.5 ? (Math.ceil(centre + half - rounding) | 0) - 1 : Math.floor(centre + rounding) | 0;
}
