import { nearestOffice } from '@severe/catalogue';
import type { Around } from '@severe/db';

/**
 * The forecast office of a point by what holds it: as its county or zone tells it, else the nearest one, which for one
 * county in seven is a neighbour of the right one; null where no county or zone is.
 */
export function officeAt(point: { lat: number; lon: number }, { county, zone, wfo }: Around): string | null {
  if (wfo !== null) return wfo;
  return county || zone ? nearestOffice(point).id : null;
}
