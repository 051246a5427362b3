import { destination } from './bearing.ts';
import { earthRadiusM, type Point } from './distance.ts';
import type { Ring } from './geojson.ts';

const corners = 64;
/** Distances on the mean sphere differ from those on the ellipsoid by 0.6 %, and an edge from its arc by 0.2 %. */
const margin = 0.015;
/** Nearer to a pole the outline of a circle is no ring of longitudes and latitudes. */
const highestLatitude = 80;

/** Rings around a point, closed, in degrees: everything within `inner` is within the distance, nothing outside of `outer` is. */
export interface CircleRings {
  inner: Ring;
  outer: Ring;
}

/** The rings of a circle on the ground; undefined if it has no width, or is near a pole or the antimeridian. */
export function circleRings(center: Point, metres: number): CircleRings | undefined {
  const reach = (metres * (1 + margin) * 180) / (Math.PI * earthRadiusM);
  if (metres <= 0 || Math.abs(center.lat) + reach > highestLatitude) return undefined;
  const ring = (distance: number): Ring => {
    const turn = (i: number): Ring[0] => {
      const { lat, lon } = destination(center, (i * 360) / corners, distance);
      return [lon, lat];
    };
    const open = Array.from({ length: corners }, (_, i) => turn(i));
    return [...open, open[0]];
  };
  const [inner, outer] = [ring(metres * (1 - margin)), ring(metres * (1 + margin))];
  const longitudes = outer.map(([lon]) => lon);
  if (Math.max(...longitudes) - Math.min(...longitudes) > 180) return undefined; // some are beyond the antimeridian
  return { inner, outer };
}
