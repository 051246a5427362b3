import type { Area, Position } from './geojson.ts';
import { ringHolds } from './ring.ts';

/** Whether an area contains a point. A point on an edge may give either result. */
export function areaHolds(area: Area, position: Position): boolean {
  const parts = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return parts.some(
    ([shell, ...holes]) => ringHolds(shell, position) && !holes.some((hole) => ringHolds(hole, position)),
  );
}
