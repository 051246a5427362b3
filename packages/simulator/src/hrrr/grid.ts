import type { Point } from '@severe/geo';
import { hrrrGrid } from '@severe/grib2/write';
import { radian } from '../model/plane.ts';
import type { Canvas, LocalTransform } from '../scene.ts';

/** Radius of the model's sphere, metres. */
const earthRadius = 6_371_229;

const { width, height, firstLat, firstLon, trueLat, orientationLon, stepX } = hrrrGrid;

// Lambert's conformal conic with one true parallel (Snyder, Map Projections, equations 15-1 to 15-11).
const cone = Math.sin(trueLat * radian);
const reach = (lat: number): number => Math.tan((45 + lat / 2) * radian) ** -cone;
const scale = (earthRadius * Math.cos(trueLat * radian)) / (cone * reach(trueLat));
const project = ({ lat, lon }: Point): { x: number; y: number } => {
  const rho = scale * reach(lat);
  const theta = cone * (lon - orientationLon) * radian;
  return { x: rho * Math.sin(theta), y: -rho * Math.cos(theta) };
};
const corner = project({ lat: firstLat, lon: firstLon });

/** Position of a point on the model grid, in columns from the west and rows from the south. */
export function gridPlace(point: Point): { column: number; row: number } {
  const { x, y } = project(point);
  return { column: (x - corner.x) / stepX, row: (y - corner.y) / stepX };
}

/** The inverse of `gridPlace`. */
export function pointAt(column: number, row: number): Point {
  const x = corner.x + column * stepX;
  const y = corner.y + row * stepX;
  const rho = Math.hypot(x, y);
  const lat = 2 * (Math.atan((scale / rho) ** (1 / cone)) / radian) - 90;
  return { lat, lon: orientationLon + Math.atan2(x, -y) / radian / cone };
}

/** Angle from true north to grid north at a longitude, degrees clockwise. */
export function convergence(lon: number): number {
  return cone * (lon - orientationLon);
}

/** Rotates a vector from east and north to the axes of the grid. */
export function alongGrid(lon: number, east: number, north: number): { u: number; v: number } {
  const angle = convergence(lon) * radian;
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  return { u: east * cos - north * sin, v: east * sin + north * cos };
}

/** The model grid as a canvas; rows run north. */
export const modelGrid: Canvas & { points: number } = {
  width,
  height,
  points: width * height,
  transformAt(point: Point): LocalTransform {
    const angle = convergence(point.lon) * radian;
    // The projection is conformal: one scale in all directions, known from the cone's circumference at this latitude.
    const stretch = (cone * scale * reach(point.lat)) / (earthRadius * Math.cos(point.lat * radian));
    const km = stepX / 1000 / stretch;
    return {
      ...gridPlace(point),
      eastPerColumn: km * Math.cos(angle),
      northPerColumn: -km * Math.sin(angle),
      eastPerRow: km * Math.sin(angle),
      northPerRow: km * Math.cos(angle),
    };
  },
};
