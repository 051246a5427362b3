import type { ViewScale, ViewTables } from '../../src/index.ts';

/** Columns and rows of the places of a map on the grid of a view, row by row; NaN out of sight. */
export function viewLattice(
  { sin, cos, p, q }: ViewTables,
  { distance, sweep, columnBy, column0, rowBy, row0 }: ViewScale,
): { columns: number[]; rows: number[] } {
  const columns: number[] = [];
  const rows: number[] = [];
  p.forEach((p, v) => {
    sin.forEach((sin, u) => {
      const [ahead, aside] = [p * cos[u], p * sin];
      const away = distance - ahead;
      const seen = ahead >= 1 / distance;
      const across = sweep === 'x' ? aside / Math.sqrt(q[v] * q[v] + away * away) : aside / away;
      const up = sweep === 'x' ? q[v] / away : q[v] / Math.sqrt(aside * aside + away * away);
      columns.push(seen ? arcOf(across) * columnBy + column0 : NaN);
      rows.push(seen ? row0 - arcOf(up) * rowBy : NaN);
    });
  });
  return { columns, rows };
}

function arcOf(tangent: number): number {
  const t = tangent * tangent;
  return tangent * (1 - t * (1 / 3 - t * (1 / 5 - t * (1 / 7 - t * (1 / 9 - t * (1 / 11 - t * (1 / 13)))))));
}

/** The first and the last cell of a pixel along an axis: [1, 0] where it has none. */
export function cellsOf(corners: number[], centre: number, size: number, rounding: number): [number, number] {
  const [low, high] = [Math.min(...corners), Math.max(...corners)];
  const wide = high - low > 1 + rounding && Math.abs(2 * centre - low - high) <= (high - low) / 2;
  const first = Math.floor((wide ? low : centre) + rounding);
  const last = wide ? Math.ceil(high - rounding) - 1 : first;
  return last >= 0 && first < size ? [Math.max(0, first), Math.min(size - 1, last)] : [1, 0];
}
