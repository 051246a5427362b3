/** Latitude of the edge of Web Mercator, degrees. */
export const maxMercatorLatitude = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;

/** Limits a latitude to the range of Web Mercator. */
export function clampLatitude(lat: number): number {
  return Math.max(-maxMercatorLatitude, Math.min(maxMercatorLatitude, lat));
}

/** Longitude in degrees to a fraction of the world's width: 0 at 180° W, 1 at 180° E. */
export function mercatorX(lon: number): number {
  return lon / 360 + 0.5;
}

/** Latitude in degrees to a fraction of the world's height: 0 at the northern edge, 1 at the southern. */
export function mercatorY(lat: number): number {
  const sin = Math.sin((lat * Math.PI) / 180);
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
}

/** The inverse of `mercatorX`. */
export function longitudeOf(x: number): number {
  return (x - 0.5) * 360;
}

/** The inverse of `mercatorY`. */
export function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}
