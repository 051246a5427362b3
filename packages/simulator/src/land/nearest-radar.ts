import { radarSites } from '@severe/catalogue';
import { distanceM, type Point } from '@severe/geo';

/** The id of the radar that is nearest to a point. */
export function nearestRadar(point: Point): string {
  return radarSites.reduce((best, site) => (distanceM(point, site) < distanceM(point, best) ? site : best)).id;
}
