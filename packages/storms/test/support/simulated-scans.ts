import { distanceM } from '@severe/geo';
import { simulatedEcho, stormModel } from '@severe/simulator/testing/echo';
import {
  identifyCells,
  track,
  type EchoGrid,
  type IdentifiedCell,
  type Track,
  type TrackerState,
} from '../../src/index.ts';

/** A tracked cell of a simulated frame, and the simulated storm whose core is nearest. */
export interface Compared {
  track: Track;
  cell: IdentifiedCell;
  /** Kilometres between both centres. */
  apartKm: number;
  kind: string;
  /** True motion. */
  towardDeg: number;
  speedMps: number;
}

/** Tracks the simulated echo over some frames, two minutes apart, and compares the last of them with the simulated storms. */
export function compareWithTruth(seed: number, end: number, frames: number): Compared[] {
  let state: TrackerState | undefined;
  let tracked: { cell: IdentifiedCell; track: Track }[] = [];
  for (let i = frames - 1; i >= 0; i--) {
    const at = end - i * 120_000;
    ({ state, tracked } = track(state, at, identifyCells(halved(simulatedEcho(seed, at)))));
  }
  const storms = stormModel(seed)(end).cells;
  return tracked.flatMap(({ cell, track: one }) => {
    const [nearest] = storms
      .map((storm) => ({ storm, apartKm: distanceM(storm.position, cell) / 1000 }))
      .sort((a, b) => a.apartKm - b.apartKm);
    if (!nearest) return [];
    const { kind, motion } = nearest.storm;
    const { apartKm } = nearest;
    return [{ track: one, cell, apartKm, kind, towardDeg: motion.towardDeg, speedMps: motion.speed }];
  });
}

/** The grid with the maximum of 2 × 2 cells, as the first overview of a value file. */
export function halved(grid: EchoGrid): EchoGrid {
  const { width, height, packed, geometry } = grid;
  const [columns, rows] = [width >> 1, height >> 1];
  const half = new Uint16Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const i = 2 * row * width + 2 * column;
      half[row * columns + column] = Math.max(packed[i], packed[i + 1], packed[i + width], packed[i + width + 1]);
    }
  }
  const { west, north, stepLon, stepLat } = geometry;
  return {
    ...grid,
    width: columns,
    height: rows,
    packed: half,
    geometry: {
      kind: 'latlon',
      west: west + stepLon / 2,
      north: north - stepLat / 2,
      stepLon: 2 * stepLon,
      stepLat: 2 * stepLat,
    },
  };
}
