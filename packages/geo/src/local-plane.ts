import { bearingDeg, destination } from './bearing.ts';
import { distanceM, type Point } from './distance.ts';
import type { Position } from './geojson.ts';

const radian = Math.PI / 180;

/** A plane that touches the earth at a place: metres to the east and to the north. */
export interface LocalPlane {
  forward(place: Point): Position;
  inverse(position: Position): Point;
}

/**
 * The azimuthal equidistant projection around a place: directions from it and distances to it are right. It has no
 * antimeridian and no pole.
 *
 * @see J. P. Snyder, Map Projections: A Working Manual, USGS Professional Paper 1395, section 25
 */
export function planeAround(centre: Point): LocalPlane {
  return {
    forward(place) {
      const [metres, angle] = [distanceM(centre, place), bearingDeg(centre, place) * radian];
      return [metres * Math.sin(angle), metres * Math.cos(angle)];
    },
    inverse: ([east, north]) => destination(centre, Math.atan2(east, north) / radian, Math.hypot(east, north)),
  };
}
