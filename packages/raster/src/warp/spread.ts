import type { Codes } from '../paint/codes.ts';
import type { Spans } from './spans.ts';
import { blockBits, type Occupancy } from './occupancy.ts';
import type { BoxReducer } from './reduce.ts';

/** A grid of codes and the cells of a block of pixels. */
interface Spread {
  codes: Codes;
  width: number;
  columns: Spans;
  rows: Spans;
}

/**
 * Fills a block of pixels with the largest code of their cells. The grid rows of a pixel row are merged into one line,
 * and the pixels read that line. Pixels over clear blocks stay 0.
 *
 * @param line scratch memory for at least one row of the grid
 */
export function spreadLargest(
  { codes, width, columns, rows }: Spread,
  occupancy: Occupancy,
  out: Codes,
  start: number,
  stride: number,
  line: Uint8Array,
): void {
  const pick = pickerFor(columns);
  let runs: Run[] = [];
  for (let y = rows.from; y < rows.to; y++) {
    const first = rows.first[y];
    const last = rows.last[y];
    const at = start + y * stride;
    const before = y > rows.from ? y - 1 : undefined;
    if (before !== undefined && first === rows.first[before] && last === rows.last[before]) {
      out.copyWithin(at + columns.from, at - stride + columns.from, at - stride + columns.to);
      continue;
    }
    if (before === undefined || !sameBlock(first, rows.first[before]) || !sameBlock(last, rows.last[before])) {
      runs = occupiedRuns(columns, occupancy, first, last);
    }
    for (const { from, to } of runs) {
      if (first === last) {
        pick(codes, first * width, columns, from, to, out, at);
      } else {
        mergeRows(codes, width, first, last, columns.first[from], columns.last[to - 1], line);
        pick(line, 0, columns, from, to, out, at);
      }
    }
  }
}

/** The same for a reduction that reads values. */
export function spreadReduced(
  { codes, width, columns, rows }: Spread,
  reduce: BoxReducer,
  out: Codes,
  start: number,
  stride: number,
): void {
  for (let y = rows.from; y < rows.to; y++) {
    const top = rows.first[y];
    const bottom = rows.last[y];
    for (let x = columns.from; x < columns.to; x++) {
      const left = columns.first[x];
      const right = columns.last[x];
      const one = left === right && top === bottom;
      out[start + y * stride + x] = one ? codes[top * width + left] : reduce(left, right, top, bottom);
    }
  }
}

/** Pixels [`from`, `to`) of a row. */
interface Run {
  from: number;
  to: number;
}

function sameBlock(a: number, b: number): boolean {
  return a >> blockBits === b >> blockBits;
}

/** The pixels over blocks with visible codes, for all rows of cells in the blocks of `firstRow` to `lastRow`. */
function occupiedRuns(
  { first, last, from, to }: Spans,
  occupancy: Occupancy,
  firstRow: number,
  lastRow: number,
): Run[] {
  const runs: Run[] = [];
  let open: Run | undefined;
  for (let x = from; x < to; x++) {
    const occupied = occupancy.any(first[x], last[x], firstRow, lastRow);
    if (occupied && open) open.to = x + 1;
    else if (occupied) runs.push((open = { from: x, to: x + 1 }));
    else open = undefined;
  }
  return runs;
}

/** The largest of two rows or more, column by column. */
function mergeRows(
  codes: Codes,
  width: number,
  first: number,
  last: number,
  left: number,
  right: number,
  line: Uint8Array,
): void {
  for (let column = left; column <= right; column++) {
    line[column] = Math.max(codes[first * width + column], codes[(first + 1) * width + column]);
  }
  for (let row = first + 2; row <= last; row++) {
    const base = row * width;
    for (let column = left; column <= right; column++) line[column] = Math.max(line[column], codes[base + column]);
  }
}

/** Writes pixels [`from`, `to`) from a line of cells that starts at `base`. */
type Picker = (source: Codes, base: number, columns: Spans, from: number, to: number, out: Codes, at: number) => void;

function pickerFor({ first, last, from, to }: Spans): Picker {
  let widest = 1;
  for (let x = from; x < to; x++) widest = Math.max(widest, last[x] - first[x] + 1);
  return widest === 1 ? pickOne : widest <= 3 ? pickOfThree : pickOfMany;
}

const pickOne: Picker = (source, base, { first }, from, to, out, at) => {
  for (let x = from; x < to; x++) out[at + x] = source[base + first[x]];
};

/** With two cells the middle one is the second again, which avoids a branch. */
const pickOfThree: Picker = (source, base, { first, last }, from, to, out, at) => {
  for (let x = from; x < to; x++) {
    const left = base + first[x];
    const right = base + last[x];
    out[at + x] = Math.max(source[left], source[(left + right + 1) >> 1], source[right]);
  }
};

const pickOfMany: Picker = (source, base, { first, last }, from, to, out, at) => {
  for (let x = from; x < to; x++) {
    const end = base + last[x];
    let most = 0;
    for (let i = base + first[x]; i <= end; i++) if (source[i] > most) most = source[i];
    out[at + x] = most;
  }
};
