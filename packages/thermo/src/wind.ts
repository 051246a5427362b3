import type { WindLevel } from './levels.ts';

/** Wind components to the east and north, m/s. */
export interface Wind {
  u: number;
  v: number;
}

/** The wind at a height above ground, interpolated linearly; undefined outside the levels. */
export function windAt(levels: WindLevel[], height: number): Wind | undefined {
  for (let i = 1; i < levels.length; i++) {
    const [below, above] = [levels[i - 1], levels[i]];
    if (height < below.height || height > above.height) continue;
    const share = (height - below.height) / (above.height - below.height);
    return { u: below.u + share * (above.u - below.u), v: below.v + share * (above.v - below.v) };
  }
  return undefined;
}

/** Magnitude of the wind difference between a height and the lowest level, m/s; undefined if the levels end below. */
export function bulkShear(levels: WindLevel[], top: number): number | undefined {
  const [bottom] = levels;
  const wind = windAt(levels, top);
  return bottom && wind ? Math.hypot(wind.u - bottom.u, wind.v - bottom.v) : undefined;
}

/** The mean wind between two heights, weighted by height. */
export function meanWind(levels: WindLevel[], bottom: number, top: number): Wind | undefined {
  const layer = layerOf(levels, bottom, top);
  if (!layer) return undefined;
  let [u, v] = [0, 0];
  for (let i = 1; i < layer.length; i++) {
    const thick = layer[i].height - layer[i - 1].height;
    u += ((layer[i].u + layer[i - 1].u) / 2) * thick;
    v += ((layer[i].v + layer[i - 1].v) / 2) * thick;
  }
  return { u: u / (top - bottom), v: v / (top - bottom) };
}

/** Deviation of a right-moving supercell from the mean wind, m/s. */
const deviation = 7.5;

/**
 * The motion of a right-moving supercell: the mean wind of the lowest 6 km, plus 7.5 m/s to the right of the shear
 * between the means of the lowest and the highest 500 m.
 *
 * @see Bunkers and others (2000), Wea. Forecasting 15, 61–79
 */
export function rightMover(levels: WindLevel[]): Wind | undefined {
  const mean = meanWind(levels, 0, 6000);
  const tail = meanWind(levels, 0, 500);
  const head = meanWind(levels, 5500, 6000);
  if (!mean || !tail || !head) return undefined;
  const [u, v] = [head.u - tail.u, head.v - tail.v];
  const length = Math.hypot(u, v) || 1;
  return { u: mean.u + (deviation * v) / length, v: mean.v - (deviation * u) / length };
}

/**
 * Storm-relative helicity from the ground to a height, m²/s²: twice the area that the storm-relative wind sweeps out on
 * the hodograph.
 *
 * @see Davies-Jones, Burgess and Foster (1990), 16th Conference on Severe Local Storms
 */
export function helicity(levels: WindLevel[], top: number, storm: Wind): number | undefined {
  const layer = layerOf(levels, 0, top);
  if (!layer) return undefined;
  let sum = 0;
  for (let i = 1; i < layer.length; i++) {
    const [below, above] = [layer[i - 1], layer[i]];
    sum += (above.u - storm.u) * (below.v - storm.v) - (below.u - storm.u) * (above.v - storm.v);
  }
  return sum;
}

/** The levels between two heights, with interpolated ends; the lowest level stands for the ground. */
function layerOf(levels: WindLevel[], bottom: number, top: number): WindLevel[] | undefined {
  const [first] = levels;
  if (!first || first.height > 100) return undefined;
  const low = bottom <= first.height ? first : windAt(levels, bottom);
  const high = windAt(levels, top);
  if (!low || !high) return undefined;
  const within = levels.filter(({ height }) => height > bottom && height < top && height > first.height);
  return [{ ...low, height: bottom }, ...within, { ...high, height: top }];
}
