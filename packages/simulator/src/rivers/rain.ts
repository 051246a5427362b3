import { minute } from '../model/plane.ts';
import { stormModel } from '../model/storms.ts';
import { Recent } from '../recent.ts';
import { shapesOf } from '../shapes/index.ts';
import { echoOver, rainRate } from '../shapes/rain.ts';
import { reaches } from './reaches.ts';

/** How often the rain over the land is looked at. */
export const rainStep = 20 * minute;

/** More than is looked back upon, and ahead for a forecast. */
const stepsKept = 400;

/** The rain over the land of every reach at a step of time, mm/h, in the order of `reaches`; `step` counts from 1970. */
export function openRain(seed: number): (step: number) => Float32Array {
  const stormsAt = stormModel(seed);
  const steps = new Recent<number, Float32Array>(stepsKept, (step) => {
    const time = step * rainStep;
    const shapes = shapesOf(stormsAt(time), time);
    return Float32Array.from(reaches, ({ land }) => {
      const rates = land.map((place) => rainRate(echoOver(place, shapes)));
      return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    });
  });
  return (step) => steps.get(step);
}
