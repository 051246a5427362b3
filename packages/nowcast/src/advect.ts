import { samplesOf, type Samples } from './grids.ts';
import { rangeOf, type Plane, type Rectangle } from './plane.ts';
import type { Origins } from './trajectories.ts';

export type Packed = Uint16Array | Int32Array;

/** Packed values of a grid: equal steps of a code are equal steps of the value. */
export interface Codes<T extends Packed = Packed> {
  width: number;
  height: number;
  packed: T;
  /** Codes without a value. They are never mixed with values. */
  absent: readonly number[];
}

/**
 * Prepares a grid for being moved: each cell takes the value of its origin, between four cells by bilinear interpolation; where
 * one of them has no value, the nearest cell decides. Most of a country has one code for hundreds of kilometres: blocks that come
 * from there are filled with it.
 *
 * @param coarsening cells of the grid in one of the frames from which the motion was found
 * @param outside    code of what comes from beyond the grid
 * @returns a function that gives the codes for some origins
 */
export function advection<T extends Packed>(
  codes: Codes<T>,
  { coarsening, outside }: { coarsening: number; outside: number },
): (origins: Origins) => T {
  const { width, height, packed } = codes;
  const isAbsent = absenceOf(codes);
  const calm = calmBlocks(codes);
  return (origins) => {
    const result = packed.slice() as T;
    const node = coarsening * origins.factor;
    const [columns, rows] = [samplesOf(width, node, origins.x.width), samplesOf(height, node, origins.x.height)];
    const [lineX, lineY] = [new Float64Array(width), new Float64Array(width)];
    const busy: [from: number, to: number][] = [];
    for (let top = 0; top < height; top += blockCells) {
      const bottom = Math.min(top + blockCells, height) - 1;
      busy.length = 0;
      for (let left = 0; left < width; left += blockCells) {
        const right = Math.min(left + blockCells, width) - 1;
        const nodes = { left: columns.before[left], right: columns.after[right], top: rows.before[top], bottom: rows.after[bottom] }; // prettier-ignore
        const [west, east] = rangeOf(origins.x, nodes);
        const [north, south] = rangeOf(origins.y, nodes);
        const code = calm({
          left: left + coarsening * west,
          right: right + coarsening * east,
          top: top + coarsening * north,
          bottom: bottom + coarsening * south,
        });
        if (code === undefined) {
          if (busy.at(-1)?.[1] === left) busy.at(-1)![1] = right + 1;
          else busy.push([left, right + 1]);
          continue;
        }
        for (let row = top; row <= bottom; row++) result.fill(code, row * width + left, row * width + right + 1);
      }
      for (let row = top; row <= bottom; row++) for (const [from, to] of busy) moveCells(row, from, to);
    }
    return result;

    function moveCells(row: number, from: number, to: number): void {
      interpolateRow(origins.x, rows, row, columns, coarsening, lineX, from, to);
      interpolateRow(origins.y, rows, row, columns, coarsening, lineY, from, to);
      for (let column = from, i = row * width + from; column < to; column++, i++) {
        const x = column + lineX[column];
        const y = row + lineY[column];
        if (!(x >= -0.5 && y >= -0.5 && x < width - 0.5 && y < height - 0.5)) {
          result[i] = outside;
          continue;
        }
        const [left, top] = [Math.floor(x), Math.floor(y)];
        const at = top * width + left;
        if (left >= 0 && top >= 0 && left + 1 < width && top + 1 < height) {
          const a = packed[at];
          const b = packed[at + 1];
          const c = packed[at + width];
          const d = packed[at + width + 1];
          if (a === b && c === d && a === c) {
            result[i] = a;
            continue;
          }
          if (!(isAbsent(a) || isAbsent(b) || isAbsent(c) || isAbsent(d))) {
            const [shareX, shareY] = [x - left, y - top];
            result[i] = Math.round((a + shareX * (b - a)) * (1 - shareY) + (c + shareX * (d - c)) * shareY);
            continue;
          }
        }
        result[i] = packed[Math.round(y) * width + Math.round(x)];
      }
    }
  };
}

/** Whether a code stands for no value. */
export function absenceOf({ packed, absent }: Codes): (code: number) => boolean {
  if (packed instanceof Uint16Array) {
    const table = new Uint8Array(0x10000);
    for (const code of absent) table[code] = 1;
    return (code) => table[code] === 1;
  }
  const codes = new Set(absent);
  return (code) => codes.has(code);
}

/** Side of a block, as a shift and in cells. */
const blockShift = 4;
const blockCells = 1 << blockShift;

/** Gives the code of all cells between which the values of a rectangle are interpolated; undefined if there are several. */
function calmBlocks({ width, height, packed }: Codes): (origins: Rectangle) => number | undefined {
  const [across, down] = [width, height].map((cells) => ((cells - 1) >> blockShift) + 1);
  const firsts = new Int32Array(across * down);
  const isUniform = new Uint8Array(across * down).fill(1);
  for (let row = 0, i = 0; row < height; row++) {
    const start = (row >> blockShift) * across;
    for (let column = 0; column < width; column++, i++) {
      const block = start + (column >> blockShift);
      if ((row | column) % blockCells === 0) firsts[block] = packed[i];
      else if (packed[i] !== firsts[block]) isUniform[block] = 0;
    }
  }
  return ({ left, right, top, bottom }) => {
    if (left < 0 || top < 0 || right + 1 > width - 1 || bottom + 1 > height - 1) return undefined;
    const [firstColumn, lastColumn] = [left, right + 1].map((cell) => Math.floor(cell) >> blockShift);
    const [firstRow, lastRow] = [top, bottom + 1].map((cell) => Math.floor(cell) >> blockShift);
    const code = firsts[firstRow * across + firstColumn];
    for (let row = firstRow; row <= lastRow; row++) {
      for (let block = row * across + firstColumn; block <= row * across + lastColumn; block++)
        if (isUniform[block] === 0 || firsts[block] !== code) return undefined;
    }
    return code;
  };
}

function interpolateRow(
  { values, width }: Plane,
  rows: Samples,
  row: number,
  columns: Samples,
  scale: number,
  into: Float64Array,
  from: number,
  to: number,
): void {
  const [upper, lower] = [rows.before[row] * width, rows.after[row] * width];
  const down = rows.share[row];
  for (let i = from; i < to; i++) {
    const [left, right] = [columns.before[i], columns.after[i]];
    const west = values[upper + left] + down * (values[lower + left] - values[upper + left]);
    const east = values[upper + right] + down * (values[lower + right] - values[upper + right]);
    into[i] = scale * (west + columns.share[i] * (east - west));
  }
}
