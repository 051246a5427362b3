import { earthRadiusM, type Point } from './distance.ts';
import { longitudeFrom, wrapLongitude } from './longitude.ts';

const radian = Math.PI / 180;

/** Initial bearing of the great circle from one point to another, degrees clockwise from north, 0 ≤ bearing < 360. */
export function bearingDeg(from: Point, to: Point): number {
  const [a, b, across] = [from.lat * radian, to.lat * radian, (to.lon - from.lon) * radian];
  const east = Math.sin(across) * Math.cos(b);
  const north = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(across);
  return (Math.atan2(east, north) / radian + 360) % 360;
}

/** The point at a distance along a great circle. @param towardDeg initial bearing, degrees clockwise from north */
export function destination(from: Point, towardDeg: number, metres: number): Point {
  const [lat, angle, turn] = [from.lat * radian, metres / earthRadiusM, towardDeg * radian];
  const sin = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(turn);
  const [aside, ahead] = [Math.sin(turn) * Math.sin(angle), Math.cos(turn) * Math.sin(angle)];
  const across = Math.atan2(aside, Math.cos(lat) * Math.cos(angle) - Math.sin(lat) * ahead); // also at a pole
  const lon = from.lon + across / radian;
  return { lat: Math.asin(Math.max(-1, Math.min(1, sin))) / radian, lon: wrapLongitude(lon) };
}

/** Angle between two directions, 0 to 180 degrees. */
export function angleBetween(oneDeg: number, otherDeg: number): number {
  return Math.abs(longitudeFrom(otherDeg, oneDeg));
}
