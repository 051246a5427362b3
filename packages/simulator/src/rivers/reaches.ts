import { bearingDeg, distanceM, type Point } from '@severe/geo';
import { mix } from '../model/curves.ts';
import { along, moved } from '../model/plane.ts';
import { courses, type Course } from './courses.ts';

/** A piece of a river with its catchment. */
interface Reach {
  river: Course;
  /** Distance from the start of the course, km. */
  km: number;
  place: Point;
  /** Places on both sides at which the rain is sampled. */
  land: Point[];
}

/** Length of a piece, and width of its catchment to each side, km. */
const everyKm = 30;
const landKm = 11;

/** All pieces, each river from its upper course downstream. */
export const reaches: Reach[] = courses.flatMap((river) => {
  const places = river.places.map(([lon, lat]) => ({ lon, lat }));
  const ends = places.map((place, i) => (i === 0 ? 0 : distanceM(places[i - 1], place) / 1000));
  const kms = ends.map((_, i) => ends.slice(0, i + 1).reduce((sum, km) => sum + km, 0));
  const pieces = Math.floor(kms[kms.length - 1] / everyKm);
  return Array.from({ length: pieces }, (_, n): Reach => {
    const km = (n + 0.5) * everyKm;
    const after = kms.findIndex((end) => end >= km);
    const [from, to] = [places[after - 1], places[after]];
    const t = (km - kms[after - 1]) / (kms[after] - kms[after - 1]);
    const place = { lon: mix(from.lon, to.lon, t), lat: mix(from.lat, to.lat, t) };
    const towardDeg = bearingDeg(from, to);
    const land = [-90, 90].map((aside) => moved(place, along(towardDeg + aside, landKm)));
    return { river, km, place, land };
  });
});
