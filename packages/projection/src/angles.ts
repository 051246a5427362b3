/** Radians in a degree. */
export const radian = Math.PI / 180;

/** A position on the earth in degrees; longitudes from -180 up to 180. */
export interface Position {
  lat: number;
  lon: number;
}

/** Degrees east of `origin`, from -180 up to 180. */
export function longitudeFrom(origin: number, lon: number): number {
  return ((((lon - origin + 180) % 360) + 360) % 360) - 180;
}

/** The same longitude from -180 up to 180. */
export function wrapLongitude(lon: number): number {
  return longitudeFrom(0, lon);
}

/** The same angle from 0 up to 360. */
export function positiveAngle(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}
