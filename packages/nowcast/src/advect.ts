import type { Plane } from './plane.ts';
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
 * one of them has no value, the nearest cell decides.
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
  const isCalm = calmCells(codes);
  const isInside = (x: number, y: number): boolean => x >= -0.5 && y >= -0.5 && x < width - 0.5 && y < height - 0.5;
  /** Whether the origins of the next cells are all in a calm: those between two calm ones less than a block apart are. */
  const isCalmFrom = (column: number, row: number, lineX: Float64Array, lineY: Float64Array): boolean => {
    const last = column + stride - 1;
    const [x, y, lastX, lastY] = [column + lineX[column], row + lineY[column], last + lineX[last], row + lineY[last]];
    if (!isInside(x, y) || !isInside(lastX, lastY)) return false;
    if (Math.abs(lastX - x) > 1 << blockShift || Math.abs(lastY - y) > 1 << blockShift) return false;
    return isCalm(Math.round(x), Math.round(y)) && isCalm(Math.round(lastX), Math.round(lastY));
  };
  return (origins) => {
    const result = packed.slice() as T;
    const node = coarsening * origins.factor;
    const [columns, rows] = [nodesOf(width, origins.x.width, node), nodesOf(height, origins.x.height, node)];
    const [lineX, lineY] = [new Float64Array(width), new Float64Array(width)];
    for (let row = 0, i = 0; row < height; row++) {
      interpolateRow(origins.x, rows, row, columns, coarsening, lineX);
      interpolateRow(origins.y, rows, row, columns, coarsening, lineY);
      for (let column = 0; column < width; column++, i++) {
        if (column % stride === 0 && column + stride <= width && isCalmFrom(column, row, lineX, lineY)) {
          const origin = Math.round(row + lineY[column]) * width + Math.round(column + lineX[column]);
          result.fill(packed[origin], i, i + stride);
          column += stride - 1;
          i += stride - 1;
          continue;
        }
        const x = column + lineX[column];
        const y = row + lineY[column];
        if (!isInside(x, y)) {
          result[i] = outside;
          continue;
        }
        result[i] = packed[Math.round(y) * width + Math.round(x)];
        const [left, top] = [Math.floor(x), Math.floor(y)];
        if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
        const at = top * width + left;
        const [a, b, c, d] = [packed[at], packed[at + 1], packed[at + width], packed[at + width + 1]];
        if (isAbsent(a) || isAbsent(b) || isAbsent(c) || isAbsent(d)) continue;
        const [shareX, shareY] = [x - left, y - top];
        result[i] = Math.round((a + shareX * (b - a)) * (1 - shareY) + (c + shareX * (d - c)) * shareY);
      }
    }
    return result;
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

/** Side of a block, as a shift. */
const blockShift = 4;

/** Cells that are moved at once where it is calm. */
const stride = 8;

/** Whether all cells around a cell have its code, as in most of a country: nothing is interpolated there. */
function calmCells({ width, height, packed }: Codes): (column: number, row: number) => boolean {
  const [across, down] = [width, height].map((cells) => ((cells - 1) >> blockShift) + 1);
  const firsts = new Int32Array(across * down);
  const isUniform = new Uint8Array(across * down).fill(1);
  for (let row = 0, i = 0; row < height; row++) {
    const start = (row >> blockShift) * across;
    for (let column = 0; column < width; column++, i++) {
      const block = start + (column >> blockShift);
      if ((row | column) % (1 << blockShift) === 0) firsts[block] = packed[i];
      else if (packed[i] !== firsts[block]) isUniform[block] = 0;
    }
  }
  const isCalm = isUniform.slice();
  for (let row = 0, block = 0; row < down; row++) {
    for (let column = 0; column < across; column++, block++) {
      for (let y = Math.max(0, row - 1); y <= Math.min(down - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(across - 1, column + 1); x++) {
          const other = y * across + x;
          if (isUniform[other] === 0 || firsts[other] !== firsts[block]) isCalm[block] = 0;
        }
      }
    }
  }
  return (column, row) => isCalm[(row >> blockShift) * across + (column >> blockShift)] === 1;
}

/** The node before the centre of each cell, and how far the cell is towards the next one. */
interface Nodes {
  before: Int32Array;
  share: Float64Array;
}

/** @param size cells of a node */
function nodesOf(cells: number, nodes: number, size: number): Nodes {
  const [before, share] = [new Int32Array(cells), new Float64Array(cells)];
  for (let i = 0; i < cells; i++) {
    const at = Math.min(Math.max((i + 0.5) / size - 0.5, 0), nodes - 1);
    before[i] = Math.min(Math.floor(at), Math.max(0, nodes - 2));
    share[i] = at - before[i];
  }
  return { before, share };
}

function interpolateRow(
  { values, width }: Plane,
  rows: Nodes,
  row: number,
  columns: Nodes,
  scale: number,
  into: Float64Array,
): void {
  const upper = rows.before[row] * width;
  const lower = Math.min(upper + width, values.length - width);
  const down = rows.share[row];
  for (let i = 0; i < into.length; i++) {
    const left = columns.before[i];
    const right = left + 1 < width ? left + 1 : left;
    const west = values[upper + left] + down * (values[lower + left] - values[upper + left]);
    const east = values[upper + right] + down * (values[lower + right] - values[upper + right]);
    into[i] = scale * (west + columns.share[i] * (east - west));
  }
}
