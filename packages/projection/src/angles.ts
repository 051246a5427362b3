/** Radians in a degree. */
export const radian = Math.PI / 180;

/** A position on the earth in degrees; longitudes from -180 up to 180. */
export interface Position {
  lat: number;
  lon: number;
}
