import { absenceOf, type Codes, type Packed } from './codes.ts';
import type { Samples } from './grids.ts';
import type { Plane } from './plane.ts';
import { nodesOf, type Origins } from './trajectories.ts';

/** Moves codes of any size, as the kernel does those of 16 bits. */
export function* movedPlainly(
  codes: Codes,
  origins: Iterable<Origins>,
  { coarsening, outside }: { coarsening: number; outside: number },
): Generator<Packed> {
  const { width, height, packed } = codes;
  const isAbsent = absenceOf(codes);
  const [lineX, lineY] = [new Float64Array(width), new Float64Array(width)];
  for (const each of origins) {
    const moved = packed.slice();
    const { columns, rows } = nodesOf(each, { width, height }, coarsening);
    for (let row = 0, i = 0; row < height; row++) {
      interpolateRow(each.x, rows, row, columns, coarsening, lineX);
      interpolateRow(each.y, rows, row, columns, coarsening, lineY);
      for (let column = 0; column < width; column++, i++)
        moved[i] = codeFrom(column + lineX[column], row + lineY[column]);
    }
    yield moved;
  }

  function codeFrom(x: number, y: number): number {
    if (!(x >= -0.5 && y >= -0.5 && x < width - 0.5 && y < height - 0.5)) return outside;
    const [left, top] = [Math.floor(x), Math.floor(y)];
    if (left >= 0 && top >= 0 && left + 1 < width && top + 1 < height) {
      const at = top * width + left;
      const [a, b, c, d] = [packed[at], packed[at + 1], packed[at + width], packed[at + width + 1]];
      if (a === b && c === d && a === c) return a;
      if (!(isAbsent(a) || isAbsent(b) || isAbsent(c) || isAbsent(d))) {
        const [shareX, shareY] = [x - left, y - top];
        return Math.round((a + shareX * (b - a)) * (1 - shareY) + (c + shareX * (d - c)) * shareY);
      }
    }
    return packed[Math.round(y) * width + Math.round(x)];
  }
}

function interpolateRow(
  { values, width }: Plane,
  rows: Samples,
  row: number,
  columns: Samples,
  scale: number,
  into: Float64Array,
): void {
  const [upper, lower] = [rows.before[row] * width, rows.after[row] * width];
  const down = rows.share[row];
  for (let i = 0; i < into.length; i++) {
    const [left, right] = [columns.before[i], columns.after[i]];
    const west = values[upper + left] + down * (values[lower + left] - values[upper + left]);
    const east = values[upper + right] + down * (values[lower + right] - values[upper + right]);
    into[i] = scale * (west + columns.share[i] * (east - west));
  }
}
