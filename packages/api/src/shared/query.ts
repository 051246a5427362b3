import { number, required } from '@severe/http';

/** A point; both of its numbers must be there. */
export const point = {
  lat: required(number({ min: -90, max: 90, about: 'Latitude in degrees, WGS84.', example: 35.22 })),
  lon: required(number({ min: -180, max: 180, about: 'Longitude in degrees, WGS84.', example: -97.44 })),
};

/** Degrees to five decimals, about a metre: the precision of every coordinate that we send. */
export function degrees(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}
