import { nearestOffice } from '@severe/catalogue';
import type { Around } from '@severe/db';
import type { Point } from '@severe/geo';

/**
 * The forecast office of a point: that of its county or zone, else the nearest one, which is wrong for one county in
 * seven; null outside all counties and zones.
 */
export function officeAt(point: Point, { county, zone, wfo }: Around): string | null {
  if (wfo !== null) return wfo;
  return county || zone ? nearestOffice(point).id : null;
}
