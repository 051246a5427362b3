import { minuteMs } from '../model/plane.ts';
import { stormModel } from '../model/storms.ts';
import { LruCache } from '../lru-cache.ts';
import { shapesOf } from '../shapes/index.ts';
import { echoOver, rainRate } from '../shapes/rain.ts';
import { reaches } from './reaches.ts';

/** Sampling interval of rain over land. */
export const rainIntervalMs = 20 * minuteMs;

/** Cached steps: more than the look-back plus a forecast. */
const cachedSteps = 400;

/**
 * Creates the function that gives the rain over the catchment of every reach, mm/h, in the order of `reaches`; `step`
 * counts from 1970.
 */
export function openRain(seed: number): (step: number) => Float32Array {
  const stormsAt = stormModel(seed);
  const steps = new LruCache<number, Float32Array>(cachedSteps, (step) => {
    const time = step * rainIntervalMs;
    const shapes = shapesOf(stormsAt(time), time);
    return Float32Array.from(reaches, ({ land }) => {
      const rates = land.map((place) => rainRate(echoOver(place, shapes)));
      return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    });
  });
  return (step) => steps.get(step);
}
