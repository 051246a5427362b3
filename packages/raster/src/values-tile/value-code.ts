import type { Field } from '../field.ts';

/** How values are written in tiles: code c stands for `offset + c * scale`, c from 0 to `mostCode`. */
export type ValueCode = Pick<Field, 'scale' | 'offset'>;

export const mostCode = 0xffff;

/** How many times the span of its legend the codes of a product reach below and above it. */
const [below, above] = [4, 5];

/**
 * The code of a product, the same for all of its frames: the finest step of 1, 2 or 5 in some place of decimals with
 * which the codes reach four spans of the legend below it and five above. It does not depend on what a frame holds, so
 * that one set of colours does for a loop.
 */
export function valueCode({ min, max }: { min: number; max: number }): ValueCode {
  const span = max - min;
  const finest = ((below + above + 1) * span) / mostCode;
  const place = 10 ** Math.floor(Math.log10(finest));
  const step = [1, 2, 5, 10].find((digit) => digit * place >= finest) as number;
  const scale = tidy(step * place);
  return { scale, offset: tidy(Math.floor((min - below * span) / scale) * scale) };
}

/** Takes the noise of binary fractions off. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
