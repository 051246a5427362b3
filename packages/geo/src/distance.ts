/** Mean radius of the earth in metres (IUGG). */
export const earthRadiusM = 6_371_008.8;

export interface Point {
  lat: number;
  lon: number;
}

/** Great-circle distance in metres on the mean sphere; within 0.6 % of the ellipsoid. */
export function distanceM(a: Point, b: Point): number {
  const rad = Math.PI / 180;
  const sinLat = Math.sin(((b.lat - a.lat) * rad) / 2);
  const sinLon = Math.sin(((b.lon - a.lon) * rad) / 2);
  const h = sinLat ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * sinLon ** 2;
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(h)));
}
