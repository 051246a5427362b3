/**
 * The cells of pixels along one axis: `first[i]` to `last[i]` inclusive, none if `first[i] > last[i]`. Only pixels in
 * [`from`, `to`) have cells.
 */
export interface Spans {
  first: Int32Array;
  last: Int32Array;
  from: number;
  to: number;
}

/** Overlaps smaller than this part of a cell are rounding errors. */
export const rounding = 1e-9;

/**
 * The spans of pixels along one axis. A pixel larger than a cell takes every cell that it touches (a pixel of 1.1 cells
 * touches up to three), a smaller one the cell under its centre.
 *
 * @param edges   pixel edges in grid coordinates, ascending, one more than there are pixels; cell i is [i, i + 1)
 * @param centres pixel centres in the same units
 * @param size    cells of the axis
 */
export function spansOf(edges: Float64Array, centres: Float64Array, size: number): Spans {
  const count = centres.length;
  const first = new Int32Array(count);
  const last = new Int32Array(count).fill(-1);
  let from = count;
  let to = 0;
  for (let i = 0; i < count; i++) {
    const large = isLarge(edges, i);
    const low = Math.max(0, Math.floor((large ? edges[i] : centres[i]) + rounding));
    const high = Math.min(size - 1, large ? Math.ceil(edges[i + 1] - rounding) - 1 : Math.floor(centres[i] + rounding));
    if (low > high) continue;
    first[i] = low;
    last[i] = high;
    from = Math.min(from, i);
    to = i + 1;
  }
  return { first, last, from: Math.min(from, to), to };
}

/** Whether pixel `i` is larger than a cell. */
export function isLarge(edges: Float64Array, i: number): boolean {
  return edges[i + 1] - edges[i] > 1 + rounding;
}
