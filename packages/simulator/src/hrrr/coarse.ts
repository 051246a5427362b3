import type { Point } from '@severe/geo';
import { synopticAt } from '../model/synoptic.ts';
import { airAt, airKeys, type Air } from './air.ts';
import { modelGrid, pointAt } from './grid.ts';
import { elevationAt } from './terrain.ts';

/** A coarser grid over the model grid: every `step`th point, to one beyond the last row and column. */
interface CoarseGrid {
  step: number;
  width: number;
  height: number;
}

const every = (step: number): CoarseGrid => ({
  step,
  width: Math.floor((modelGrid.width - 1) / step) + 2,
  height: Math.floor((modelGrid.height - 1) / step) + 2,
});

/** 24 km: finer than any feature of the undisturbed air. */
const airGrid = every(8);
/** 9 km: resolves slopes of mountains. */
const groundGrid = every(3);

/** Fields of the air on the coarse grid. */
export type CoarseAir = Record<keyof Air, Float32Array>;

let airPlaces: Point[] | undefined;

/** The air at a time, without the effect of storms. */
export function coarseAir(seed: number, time: number): CoarseAir {
  airPlaces ??= placesOf(airGrid);
  const synoptic = synopticAt(seed, time);
  const { length } = airPlaces;
  const fields = Object.fromEntries(airKeys.map((key) => [key, new Float32Array(length)])) as CoarseAir;
  airPlaces.forEach(({ lat, lon }, i) => {
    const air = airAt(synoptic, lat, lon, time);
    for (const key of airKeys) fields[key][i] = air[key];
  });
  return fields;
}

/** Interpolates a coarse field of the air bilinearly to the model grid. */
export function refineAir(coarse: Float32Array, into: Float32Array): Float32Array {
  return refine(airGrid, coarse, into);
}

let elevation: Float32Array | undefined;

/** Height of the model's ground, m. Computed once and shared: do not modify. */
export function groundHeight(): Float32Array {
  elevation ??= refine(
    groundGrid,
    Float32Array.from(placesOf(groundGrid), ({ lat, lon }) => elevationAt(lat, lon)),
    new Float32Array(modelGrid.points),
  );
  return elevation;
}

function placesOf({ step, width, height }: CoarseGrid): Point[] {
  return Array.from({ length: width * height }, (_, i) => pointAt((i % width) * step, Math.floor(i / width) * step));
}

function refine({ step, width }: CoarseGrid, coarse: Float32Array, into: Float32Array): Float32Array {
  for (let row = 0; row < modelGrid.height; row++) {
    const south = Math.floor(row / step);
    const north = south + 1;
    const t = (row % step) / step;
    for (let from = 0; from < width - 1; from++) {
      const west = coarse[south * width + from] * (1 - t) + coarse[north * width + from] * t;
      const east = coarse[south * width + from + 1] * (1 - t) + coarse[north * width + from + 1] * t;
      const first = from * step;
      const count = Math.min(step, modelGrid.width - first);
      const at = row * modelGrid.width + first;
      for (let k = 0; k < count; k++) into[at + k] = west + ((east - west) * k) / step;
    }
  }
  return into;
}
