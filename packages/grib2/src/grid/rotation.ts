import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import { RADIANS } from './ellipsoid.ts';
import type { Grid, Position } from './grid.ts';
import { wrapLongitude } from './points.ts';

/** Where the southern pole of turned coordinates lies, and by how much they are turned around their axis, in degrees. */
export interface Pole {
  lat: number;
  lon: number;
  angle: number;
}

/** From turned coordinates to true ones and back. */
export interface Rotation {
  toEarth(turned: Position): Position;
  fromEarth(place: Position): Position;
}

/** Octets 73 to 84 of templates 3.1 and 3.41. */
export function readPole(section3: Section): Pole {
  return checked({ lat: section3.s32(73) * 1e-6, lon: section3.s32(77) * 1e-6, angle: section3.f32(81) });
}

export function checked(pole: Pole): Pole {
  if (pole.lat >= -180 && pole.lat <= 90 && Number.isFinite(pole.angle) && Math.abs(pole.angle) <= 360) return pole;
  throw new Grib2Error('damaged', `a southern pole at latitude ${pole.lat}, turned by ${pole.angle} degrees`);
}

/** Where the points of a grid lie whose coordinates are turned ones. */
export function turnedPlaces(grid: Places, pole: Pole): Places {
  const rotation = rotationOf(pole);
  return {
    positionOf: (index) => rotation.toEarth(grid.positionOf(index)),
    nearest: (place) => grid.nearest(rotation.fromEarth(place)),
  };
}

type Places = Pick<Grid, 'positionOf' | 'nearest'>;

/** The sphere tipped by 90° + latitude of the pole, then turned by its longitude. */
export function rotationOf({ lat, lon, angle }: Pole): Rotation {
  const tilt = (90 + lat) * RADIANS;
  return {
    toEarth(turned) {
      const place = tip({ lat: turned.lat, lon: turned.lon + angle }, tilt);
      return { lat: place.lat, lon: wrapLongitude(place.lon + lon) };
    },
    fromEarth(place) {
      const turned = tip({ lat: place.lat, lon: place.lon - lon }, -tilt);
      return { lat: turned.lat, lon: wrapLongitude(turned.lon - angle) };
    },
  };
}

/** Lifts the point of longitude 0 on the equator by so many radians. */
function tip({ lat, lon }: Position, lift: number): Position {
  const [phi, lambda] = [lat * RADIANS, lon * RADIANS];
  const [sin, cos] = [Math.sin(lift), Math.cos(lift)];
  const x = Math.cos(phi) * Math.cos(lambda);
  const y = Math.cos(phi) * Math.sin(lambda);
  const z = Math.sin(phi);
  const up = Math.max(-1, Math.min(1, x * sin + z * cos));
  return { lat: Math.asin(up) / RADIANS, lon: Math.atan2(y, x * cos - z * sin) / RADIANS };
}
