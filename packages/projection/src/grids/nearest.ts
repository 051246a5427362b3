/** Tolerance of computed positions, in cells. */
const rounding = 1e-9;
/** Tolerance for the outer edges of a grid, in cells: providers round corners and steps. */
const edgeRounding = 1e-3;

/**
 * The cell of an axis around a position; undefined outside the grid. Its edges belong to the grid: the south pole is in the
 * last row of a global one.
 *
 * @param along position in cells; cell i covers i to i + 1
 */
export function cellAround(along: number, count: number): number | undefined {
  if (!(along >= -edgeRounding && along <= count + edgeRounding)) return undefined;
  return Math.max(0, Math.min(count - 1, Math.floor(along + rounding)));
}

/** The cell of an axis with the nearest centre, as `cellAround`. @param along position in cells; centres are whole numbers */
export function nearestCell(along: number, count: number): number | undefined {
  return cellAround(along + 0.5, count);
}

/**
 * The column of a grid with the nearest centre, whatever turn its longitudes are on. A grid around the earth has no
 * outside, also if its step is a rounded one.
 *
 * @param step signed, degrees
 */
export function nearestColumn(firstLon: number, step: number, width: number, lon: number): number | undefined {
  if (step === 0) return 0;
  const around = 360 / Math.abs(step);
  const turn = ((lon - firstLon) / step) % around;
  const along = turn < 0 ? turn + around : turn;
  if (Math.abs(width - around) < 0.5) return Math.round(along) % width;
  return nearestCell(along, width) ?? nearestCell(along - around, width);
}
