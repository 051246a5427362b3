import { pointAt, type AbiGrid } from './grid.ts';
import { cellsPerDrawnCell } from './canvas.ts';

/** A coarser grid over the drawn one: every `step`th cell, to one beyond the last row and column. */
export interface Lattice {
  step: number;
  width: number;
  height: number;
  /** Coordinates of the nodes; NaN outside the earth's disk. */
  lat: Float32Array;
  lon: Float32Array;
}

export function latticeOf(grid: AbiGrid, step: number): Lattice {
  const width = Math.ceil(grid.width / cellsPerDrawnCell / step) + 2;
  const height = Math.ceil(grid.height / cellsPerDrawnCell / step) + 2;
  const lat = new Float32Array(width * height);
  const lon = new Float32Array(width * height);
  for (let i = 0; i < lat.length; i++) {
    const point = pointAt(
      grid,
      (i % width) * step * cellsPerDrawnCell,
      Math.floor(i / width) * step * cellsPerDrawnCell,
    );
    lat[i] = point ? point.lat : NaN;
    lon[i] = point ? point.lon : NaN;
  }
  return { step, width, height, lat, lon };
}

/** The values of a function at the nodes, NaN outside the earth's disk. */
export function atNodes({ lat, lon }: Lattice, of: (lat: number, lon: number) => number): Float32Array {
  return lat.map((at, i) => (Number.isNaN(at) ? NaN : of(at, lon[i])));
}

/** One row of the drawn grid, bilinearly interpolated between the nodes. */
export function readRow({ step, width }: Lattice, nodes: Float32Array, row: number, into: Float32Array): void {
  const above = Math.floor(row / step) * width;
  const down = (row % step) / step;
  let from = nodes[above] + (nodes[above + width] - nodes[above]) * down;
  for (let node = 0, column = 0; column < into.length; node++) {
    const next = above + node + 1;
    const to = nodes[next] + (nodes[next + width] - nodes[next]) * down;
    const slope = (to - from) / step;
    for (let k = 0; k < step && column < into.length; k++, column++) into[column] = from + slope * k;
    from = to;
  }
}
