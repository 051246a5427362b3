import type { Field } from '../field.ts';

/** Numbers as the cells of a field: value = offset + packed × scale. */
export type PackedNumbers = Pick<Field, 'packed' | 'scale' | 'offset' | 'absent'>;

/** Properties of numbers, without missing ones. */
interface Range {
  least: number;
  most: number;
  whole: boolean;
  missing: boolean;
}

const missing16 = 0xffff;
const missing32 = -(2 ** 31);
/** Steps between minimum and maximum of numbers that are not integers; finer than single precision. */
const maxSteps = 2 ** 30;

/**
 * Packs numbers of any kind: integers unchanged, in 16 bits if they fit, others in 2^30 equal steps between minimum and
 * maximum. Numbers that are not finite, or `isMissing`, get the absent code.
 */
export function packNumbers(numbers: ArrayLike<number>, isMissing: (value: number) => boolean): PackedNumbers {
  const { least, most, whole, missing } = rangeOf(numbers, isMissing);
  if (least > most) return { packed: new Uint16Array(numbers.length).fill(missing16), ...none(missing16) };
  const absent = (code: number) => (missing ? none(code).absent : []);
  if (whole && most - least < missing16) {
    const base = least >= 0 && most < missing16 ? 0 : least;
    const packed = new Uint16Array(numbers.length);
    for (let i = 0; i < packed.length; i++) {
      const value = numbers[i];
      packed[i] = value - value !== 0 || isMissing(value) ? missing16 : value - base;
    }
    return { packed, scale: 1, offset: base, absent: absent(missing16) };
  }
  const fits = whole && least > missing32 && most < 2 ** 31;
  const scale = fits ? 1 : (most - least) / maxSteps || 1;
  const offset = fits ? 0 : least;
  const packed = new Int32Array(numbers.length);
  for (let i = 0; i < packed.length; i++) {
    const value = numbers[i];
    packed[i] = value - value !== 0 || isMissing(value) ? missing32 : Math.round((value - offset) / scale);
  }
  return { packed, scale, offset, absent: absent(missing32) };
}

const none = (code: number) => ({ scale: 1, offset: 0, absent: [{ code, means: 'missing' as const }] });

function rangeOf(numbers: ArrayLike<number>, isMissing: (value: number) => boolean): Range {
  let [least, most, whole, missing] = [Infinity, -Infinity, true, false];
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i];
    if (value - value !== 0 || isMissing(value)) {
      missing = true;
      continue;
    }
    if (value < least) least = value;
    if (value > most) most = value;
    if (whole && !Number.isInteger(value)) whole = false;
  }
  return { least, most, whole, missing };
}
