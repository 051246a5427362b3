/** Mean radius of the earth in metres (IUGG). */
const earthRadiusM = 6_371_008.8;

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

/** The point `metres` away from `from` in direction `bearingDeg`, clockwise from north, on the mean sphere. */
export function destination(from: Point, bearingDeg: number, metres: number): Point {
  const rad = Math.PI / 180;
  const angle = metres / earthRadiusM;
  const lat1 = from.lat * rad;
  const bearing = bearingDeg * rad;
  const sinLat2 = Math.sin(lat1) * Math.cos(angle) + Math.cos(lat1) * Math.sin(angle) * Math.cos(bearing);
  const dLon = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(lat1),
    Math.cos(angle) - Math.sin(lat1) * sinLat2,
  );
  const lon = from.lon + dLon / rad;
  return { lat: Math.asin(Math.max(-1, Math.min(1, sinLat2))) / rad, lon: ((lon + 540) % 360) - 180 };
}
