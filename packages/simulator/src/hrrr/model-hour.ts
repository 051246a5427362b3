import type { Storms } from '../model/cell.ts';
import { hourMs, minuteMs } from '../model/plane.ts';
import { paintScene, type Scene } from '../scene.ts';
import { shapesOf } from '../shapes/index.ts';
import { coolingBy, coolingTimes } from '../shapes/outflow.ts';
import { coarseAir, refineAir, type CoarseAir } from './coarse.ts';
import { forecastStorms } from './forecast.ts';
import { modelGrid } from './grid.ts';

/** One hour of a model run. Intermediate results that several fields share are computed once. */
export interface ModelHour {
  /** Start of the run, milliseconds since 1970. */
  run: number;
  /** Lead time, hours. */
  lead: number;
  /** Valid time, milliseconds since 1970. */
  valid: number;
  /** A field of the air without storms, in an array that the next call with the same `slot` reuses. */
  air: (key: keyof CoarseAir, slot?: 0 | 1) => Float32Array;
  /** The storms that the run forecasts for a time. */
  storms: (time: number) => Storms;
  /** Their echo at a time, on the model's grid. */
  scene: (time: number) => Scene;
  /** Where rain of the last hours has cooled the air: 0 outside cold pools, 1 at their centres. Do not modify. */
  coldPools: () => Float32Array;
}

const scratch = [new Float32Array(modelGrid.points), new Float32Array(modelGrid.points)] as const;

/** Opens an hour of a run. Fields are computed on request. @param errorSeed of the errors of the forecast, by model */
export function openHour(
  stormsAt: (time: number) => Storms,
  seed: number,
  run: number,
  lead: number,
  errorSeed = seed,
): ModelHour {
  const valid = run + lead * hourMs;
  const storms = (time: number): Storms => forecastStorms(stormsAt, errorSeed, run, time);
  const paint = (time: number): Scene => paintScene(modelGrid, shapesOf(storms(time), time));
  let coarse: CoarseAir | undefined;
  let atValid: Scene | undefined;
  let pools: Float32Array | undefined;
  const scene = (time: number): Scene => (time === valid ? (atValid ??= paint(time)) : paint(time));
  return {
    run,
    lead,
    valid,
    air: (key, slot = 0) => refineAir((coarse ??= coarseAir(seed, valid))[key], scratch[slot]),
    storms,
    scene,
    coldPools: () => (pools ??= coldPoolsAt(valid, scene)),
  };
}

function coldPoolsAt(valid: number, sceneAt: (time: number) => Scene): Float32Array {
  const pools = new Float32Array(modelGrid.points);
  for (const { time, share } of coolingTimes(valid)) {
    const { block, base } = sceneAt(time);
    for (let y = 0, i = 0; y < block.height; y++) {
      const at = (block.row + y) * modelGrid.width + block.column;
      for (let x = 0; x < block.width; x++, i++) {
        const cooling = share * coolingBy(base[i]);
        if (cooling > pools[at + x]) pools[at + x] = cooling;
      }
    }
  }
  return pools;
}

/** Midpoints of the intervals of `stepMinutes` between two times. */
export function midpoints(from: number, to: number, stepMinutes: number): number[] {
  const step = stepMinutes * minuteMs;
  return Array.from({ length: Math.round((to - from) / step) }, (_, i) => from + (i + 0.5) * step);
}
