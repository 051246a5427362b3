import type { Area, Position } from './geojson.ts';
import { ringHolds } from './ring.ts';

/** Whether a point lies in an area and in none of its holes; a point on an edge may be told either way. */
export function areaHolds(area: Area, position: Position): boolean {
  const parts = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return parts.some(
    ([shell, ...holes]) => ringHolds(shell, position) && !holes.some((hole) => ringHolds(hole, position)),
  );
}
