import type { Point } from '@severe/geo';
import { courseTo } from '@severe/nexrad';
import type { Storms } from '../model/cell.ts';
import { along } from '../model/plane.ts';
import { transformFrom, paintScene, type Canvas } from '../scene.ts';
import { noEcho, shapesOf } from '../shapes/index.ts';

/** Spacing and range of the columns, kilometres along the ground. */
const cellKm = 0.8;
const reachKm = 304;
const size = (2 * reachKm) / cellKm + 1;

/** The columns around a radar: `[radial * ranges + range]`, radials every half degree from 0.25°. */
export interface Columns {
  /** Echo at the lowest level and strongest echo of the column, dBZ. */
  base: Float32Array;
  strongest: Float32Array;
  /** Height of the 18 dBZ echo top, km above sea level; 0 without such an echo. */
  topKm: Float32Array;
}

/** Number of radials and ranges; ranges are `rangeKm` apart, from 0. */
export const radials = 720;
export const rangeKm = 0.25;
export const ranges = 1200;

/** The columns of all storms around a radar at a time. */
export function columnsAround(radar: Point, storms: Storms, time: number): Columns {
  const { block, base, composite, top } = paintScene(canvasAround(radar), shapesOf(storms, time));
  const count = radials * ranges;
  const columns = {
    base: new Float32Array(count).fill(noEcho),
    strongest: new Float32Array(count).fill(noEcho),
    topKm: new Float32Array(count),
  };
  for (let radial = 0; radial < radials; radial++) {
    const { east, north } = along((radial + 0.5) / 2, rangeKm / cellKm);
    for (let range = 0; range < ranges; range++) {
      const x = reachKm / cellKm + range * east - block.column;
      const y = reachKm / cellKm - range * north - block.row;
      if (x < 0 || y < 0 || x >= block.width - 1 || y >= block.height - 1) continue;
      const at = (y | 0) * block.width + (x | 0);
      const fx = x - (x | 0);
      const fy = y - (y | 0);
      const to = radial * ranges + range;
      columns.base[to] = interpolated(base, at, block.width, fx, fy);
      columns.strongest[to] = interpolated(composite, at, block.width, fx, fy);
      columns.topKm[to] = top[at + (fx > 0.5 ? 1 : 0) + (fy > 0.5 ? block.width : 0)];
    }
  }
  return columns;
}

function interpolated(values: Float32Array, at: number, width: number, fx: number, fy: number): number {
  const north = values[at] + (values[at + 1] - values[at]) * fx;
  const south = values[at + width] + (values[at + width + 1] - values[at + width]) * fx;
  return north + (south - north) * fy;
}

/** An azimuthal equidistant plane around the radar. */
function canvasAround(radar: Point): Canvas {
  const place = (point: Point): { column: number; row: number } => {
    const { azimuthDeg, metres } = courseTo(radar, point);
    const { east, north } = along(azimuthDeg, metres / 1000);
    return { column: (reachKm + east) / cellKm, row: (reachKm - north) / cellKm };
  };
  return { width: size, height: size, transformAt: (point) => transformFrom(place, point) };
}
