import { destination, type Point, type Position } from '@severe/geo';
import { onEarth, type ShownGeometry } from '@severe/geo/on-earth';

/** A place to which the situations of all resources are moved. */
export interface Site {
  name: string;
  centre: Point;
  /** Tells the rows of the sites apart. */
  number: number;
}

const places: [name: string, lat: number, lon: number][] = [
  ['home', 35.2, -97.4],
  ['the antimeridian', 52, 180],
  ['west of the antimeridian', 50, 179.9],
  ['east of the antimeridian', -14.3, -179.85],
  ['Guam', 13.45, 144.8],
  ['near the north pole', 89.9, 30],
  ['the south pole', -90, 0],
];

/** The sites; the first is home, with which the others are compared. */
export const sites: Site[] = places.map(([name, lat, lon], number) => ({ name, centre: { lat, lon }, number }));

/** The place at a direction and distance from a site. */
export function placeFrom({ centre }: Site, towardDeg: number, km: number): Point {
  return destination(centre, towardDeg, km * 1000);
}

/** Places at some distances from a site, in different directions. */
export function placesAround(site: Site): Point[] {
  return [1, 10, 20, 30, 40].map((km, i) => placeFrom(site, 20 + 80 * i, km));
}

const positionOf = ({ lat, lon }: Point): Position => [lon, lat];

/** A circle around a site as an area, counter-clockwise. */
export function circle(site: Site, km: number): ShownGeometry {
  const corners = Array.from({ length: 72 }, (_, i) => positionOf(placeFrom(site, -5 * i, km)));
  return onEarth({ type: 'Polygon', coordinates: [[...corners, corners[0]]] });
}

/** A line over a site from west to east. */
export function lineOver(site: Site, km: number): ShownGeometry {
  const halves = [270, 90].map((toward) => [0.25, 0.5, 0.75, 1].map((part) => placeFrom(site, toward, part * km)));
  return onEarth({ type: 'LineString', coordinates: [...halves[0].toReversed(), ...halves[1]].map(positionOf) });
}
