import type { Point } from '@severe/geo';
import { kmPerDegree, radian } from '../model/plane.ts';
import type { Canvas, LocalTransform } from '../scene.ts';

/** The mosaic's grid: cell centres every 0.01°, rows from north to south. */
export const mosaicGrid = {
  width: 7000,
  height: 3500,
  step: 0.01,
  north: 54.995,
  west: -129.995,
} as const;

const { width, height, step, north, west } = mosaicGrid;

/** The mosaic grid as a canvas. */
export const mosaic: Canvas = {
  width,
  height,
  transformAt: ({ lat, lon }: Point): LocalTransform => ({
    column: (lon - west) / step,
    row: (north - lat) / step,
    eastPerColumn: step * kmPerDegree * Math.cos(lat * radian),
    northPerColumn: 0,
    eastPerRow: 0,
    northPerRow: -step * kmPerDegree,
  }),
};
