import type { Field } from '../field.ts';

/** Encoding of values in tiles: code c means `offset + c * scale`, c from 0 to `maxCode`. */
export type ValueCode = Pick<Field, 'scale' | 'offset'>;

export const maxCode = 0xffff;

/** Range of the codes below and above the legend, in spans of the legend. */
const [below, above] = [4, 5];

/**
 * The encoding of a product, the same for all its frames, so that one colour table suits a loop. The step is the smallest of
 * 1, 2 or 5 times a power of ten with which the codes extend four spans of the legend below it and five above.
 */
export function valueCode({ min, max }: { min: number; max: number }): ValueCode {
  const span = max - min;
  const finest = ((below + above + 1) * span) / maxCode;
  const place = 10 ** Math.floor(Math.log10(finest));
  const step = [1, 2, 5, 10].find((digit) => digit * place >= finest) as number;
  const scale = tidy(step * place);
  return { scale, offset: tidy(Math.floor((min - below * span) / scale) * scale) };
}

/** Rounds off binary noise. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
