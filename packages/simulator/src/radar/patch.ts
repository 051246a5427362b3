import type { StormCell } from '../model/cell.ts';
import { clamp } from '../model/curves.ts';
import { noise } from '../model/noise.ts';
import { blockOf, type Block } from '../scene.ts';
import { cellShape, noEcho, type Column, type Shape } from '../shapes/index.ts';
import { mosaic } from './grid.ts';

/** Values over a small block of the mosaic; 0 means none. */
export interface Patch {
  block: Block;
  values: Float32Array;
}

/**
 * Hail size, mm, from the strongest echo and the echo top. Zero below 50 dBZ and for tops below 8 km: hail needs a
 * strong core in cold air.
 */
export function hailSize(dbz: number, topKm: number): number {
  return dbz <= 50 ? 0 : (dbz - 50) ** 1.3 * clamp((topKm - 8) / 5, 0, 1.4);
}

/** The hail of a cell at one time. */
export function hailPatch(cell: StormCell, time: number): Patch | undefined {
  if (cell.peakDbz + 6 < 50) return undefined;
  const shape = cellShape(cell, time);
  const reach = Math.min(3.2 * cell.coreKm, 30);
  const out: Column = { base: noEcho, aloft: noEcho, top: 0 };
  return patch({ ...shape, reach: { west: reach, east: reach, south: reach, north: reach } }, (east, north) => {
    shape.column(east, north, out);
    return hailSize(Math.max(out.base, out.aloft), out.top);
  });
}

/** The cyclonic shear of a cell's mesocyclone at 0–2 km at one time, 0.001/s. */
export function rotationPatch(cell: StormCell, time: number): Patch | undefined {
  if (cell.rotation < 1) return undefined;
  const reach = 9;
  const shape = { center: cell.mesocyclone, reach: { west: reach, east: reach, south: reach, north: reach } };
  return patch(shape, (east, north) => {
    const d = Math.hypot(east, north);
    const core = cell.rotation * Math.exp(-((d / 2.5) ** 2));
    // Shear along the surrounding gust fronts, as patchy as the velocities it is derived from.
    const fringe =
      0.3 * cell.rotation * Math.exp(-((d / 5) ** 2)) * (0.6 + 0.7 * noise(east / 2, north / 2, time / 9e5));
    const shear = Math.max(core, fringe);
    return shear < 0.5 ? 0 : shear;
  });
}

function patch(shape: Pick<Shape, 'center' | 'reach'>, valueAt: (east: number, north: number) => number): Patch {
  const block = blockOf(mosaic, shape);
  const local = mosaic.transformAt(shape.center);
  const values = new Float32Array(block.width * block.height);
  let i = 0;
  for (let row = block.row; row < block.row + block.height; row++) {
    const north = (row - local.row) * local.northPerRow;
    for (let column = block.column; column < block.column + block.width; column++) {
      values[i++] = valueAt((column - local.column) * local.eastPerColumn, north);
    }
  }
  return { block, values };
}
