import type { Point } from '@severe/geo';
import { radian } from '../model/plane.ts';

/** Position of a satellite and its CONUS sector on the fixed grid, at 2 km. */
export interface AbiGrid {
  /** Degrees east. */
  subpointLon: number;
  width: number;
  height: number;
  /** Scan angles of the centre of the north-west cell, radians; steps go east and south. */
  west: number;
  north: number;
  step: number;
}

const size = { width: 2500, height: 1500, north: 0.128212, step: 0.000056 };

/** GOES-East and GOES-West. */
export const eastGrid: AbiGrid = { ...size, subpointLon: -75, west: -0.101332 };
export const westGrid: AbiGrid = { ...size, subpointLon: -137, west: -0.069972 };

/** Ellipsoid, and height of the satellites above it, metres. */
export const earth = { equator: 6_378_137, pole: 6_356_752.31414, height: 35_786_023 } as const;

const distance = earth.equator + earth.height;
const flattening = (earth.equator / earth.pole) ** 2;

/**
 * The place on the ellipsoid at a cell position, which may be fractional; undefined outside the earth's disk.
 *
 * @see GOES-R Product Definition and User's Guide, volume 5, section 5.1.2.8.1
 */
export function pointAt(grid: AbiGrid, column: number, row: number): Point | undefined {
  const x = grid.west + column * grid.step;
  const y = grid.north - row * grid.step;
  const [sinX, cosX, sinY, cosY] = [Math.sin(x), Math.cos(x), Math.sin(y), Math.cos(y)];
  const a = sinX ** 2 + cosX ** 2 * (cosY ** 2 + flattening * sinY ** 2);
  const b = -2 * distance * cosX * cosY;
  const c = distance ** 2 - earth.equator ** 2;
  const under = b * b - 4 * a * c;
  if (under < 0) return undefined;
  const far = (-b - Math.sqrt(under)) / (2 * a);
  const toward = distance - far * cosX * cosY;
  const east = far * sinX;
  const north = far * cosX * sinY;
  const lat = Math.atan((flattening * north) / Math.hypot(toward, east)) / radian;
  return { lat, lon: grid.subpointLon + Math.atan2(east, toward) / radian };
}

/**
 * The inverse of `pointAt`, for points on the near side.
 *
 * @see the same, section 5.1.2.8.2
 */
export function placeOf(grid: AbiGrid, { lat, lon }: Point): { column: number; row: number } {
  const turned = (lon - grid.subpointLon) * radian;
  const geocentric = Math.atan(Math.tan(lat * radian) / flattening);
  const radius = earth.pole / Math.sqrt(1 - (1 - 1 / flattening) * Math.cos(geocentric) ** 2);
  const toward = distance - radius * Math.cos(geocentric) * Math.cos(turned);
  const east = radius * Math.cos(geocentric) * Math.sin(turned);
  const north = radius * Math.sin(geocentric);
  const x = Math.asin(east / Math.hypot(toward, east, north));
  const y = Math.atan(north / toward);
  return { column: (x - grid.west) / grid.step, row: (grid.north - y) / grid.step };
}
