import { positiveAngle, wrapLongitude } from '@severe/geo';
import type { GridLocator } from './locator.ts';

/** Latitudes of the rows of a reduced grid. */
interface ReducedRows {
  latitudeOf(row: number): number;
  /** The row with the nearest latitude; undefined more than half a step outside. */
  nearest(lat: number): number | undefined;
}

/** Locates the points of a reduced grid. Its cells are one row of all points, northern rows first. */
export function reducedLocator(
  { lengths, firstLon }: { lengths: number[]; firstLon: number },
  rows: ReducedRows,
): GridLocator {
  const starts = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, row) => (starts[row + 1] = starts[row] + length));
  return {
    positionOf(column) {
      const row = rowOf(starts, column);
      const lon = firstLon + ((column - starts[row]) * 360) / lengths[row];
      return { lat: rows.latitudeOf(row), lon: wrapLongitude(lon) };
    },
    cellAt({ lat, lon }) {
      const row = rows.nearest(lat);
      const length = row === undefined ? 0 : lengths[row];
      if (row === undefined || length === 0) return undefined;
      const east = positiveAngle(wrapLongitude(lon - firstLon));
      return { column: starts[row] + (Math.round((east * length) / 360) % length), row: 0 };
    },
  };
}

/** The row of a point, by bisection. Rows may be empty. */
function rowOf(starts: Uint32Array, index: number): number {
  let [low, high] = [0, starts.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle] <= index) low = middle;
    else high = middle;
  }
  return low;
}
