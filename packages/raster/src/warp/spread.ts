import type { Spans } from '../project/spans.ts';
import type { BoxReducer } from './reduce.ts';

/** A grid of codes and where a block of pixels lies on it. */
export interface Spread {
  codes: Uint8Array;
  width: number;
  columns: Spans;
  rows: Spans;
}

/**
 * Fills a block of pixels with the largest code of the cells that each takes, columns and rows apart: the rows of a
 * pixel row are merged to one line, and the pixels read that line.
 *
 * @param line working memory of at least one row of the grid
 */
export function spreadLargest(spread: Spread, out: Uint8Array, start: number, stride: number, line: Uint8Array): void {
  const { codes, width, columns, rows } = spread;
  const single = isSingle(columns);
  const firstColumn = columns.first[columns.from];
  const lastColumn = columns.last[columns.to - 1];
  for (let y = rows.from; y < rows.to; y++) {
    const at = start + y * stride;
    if (y > rows.from && rows.first[y] === rows.first[y - 1] && rows.last[y] === rows.last[y - 1]) {
      out.copyWithin(at, at - stride, at - stride + columns.to);
      continue;
    }
    let source = codes;
    let base = rows.first[y] * width;
    if (rows.last[y] > rows.first[y]) {
      mergeRows(codes, width, rows.first[y], rows.last[y], firstColumn, lastColumn, line);
      source = line;
      base = 0;
    }
    if (single) gather(source, base, columns, out, at);
    else gatherLargest(source, base, columns, out, at);
  }
}

/** The same for a rule that reads values. */
export function spreadReduced(
  spread: Spread,
  reduce: BoxReducer,
  out: Uint8Array,
  start: number,
  stride: number,
): void {
  const { codes, width, columns, rows } = spread;
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

function isSingle({ first, last, from, to }: Spans): boolean {
  for (let i = from; i < to; i++) if (first[i] !== last[i]) return false;
  return true;
}

function mergeRows(
  codes: Uint8Array,
  width: number,
  first: number,
  last: number,
  left: number,
  right: number,
  line: Uint8Array,
): void {
  line.set(codes.subarray(first * width + left, first * width + right + 1), left);
  for (let row = first + 1; row <= last; row++) {
    const base = row * width;
    for (let column = left; column <= right; column++) {
      const code = codes[base + column];
      if (code > line[column]) line[column] = code;
    }
  }
}

function gather(source: Uint8Array, base: number, { first, from, to }: Spans, out: Uint8Array, at: number): void {
  for (let x = from; x < to; x++) out[at + x] = source[base + first[x]];
}

function gatherLargest(
  source: Uint8Array,
  base: number,
  { first, last, from, to }: Spans,
  out: Uint8Array,
  at: number,
): void {
  for (let x = from; x < to; x++) {
    const end = base + last[x];
    let most = 0;
    for (let i = base + first[x]; i <= end; i++) if (source[i] > most) most = source[i];
    out[at + x] = most;
  }
}
