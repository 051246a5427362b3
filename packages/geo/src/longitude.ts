/** Degrees east of `origin`, from -180 up to 180. */
export function longitudeFrom(origin: number, lon: number): number {
  return ((((lon - origin + 180) % 360) + 360) % 360) - 180;
}

/** The same longitude from -180 up to 180: 180 is -180. For computing. */
export function wrapLongitude(lon: number): number {
  return longitudeFrom(0, lon);
}

/**
 * The same longitude from -180 to 180. Both edges stay as they are, because 180 ends a shape whose other positions are in
 * the east. For storing and showing.
 */
export function foldLongitude(lon: number): number {
  return lon >= -180 && lon <= 180 ? lon : wrapLongitude(lon);
}

/** Both names of a longitude on the antimeridian, else the one that it has. */
export function namesOfLongitude(lon: number): number[] {
  return Math.abs(lon) === 180 ? [-180, 180] : [lon];
}

/** The same angle from 0 up to 360. */
export function positiveAngle(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}
