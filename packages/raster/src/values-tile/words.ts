import type { Field } from '../field.ts';
import type { Look } from '../look.ts';
import type { Painted } from '../paint/codes.ts';

/** Encoding of values in tiles: code c means `offset + c * scale`, c from 0 to `maxCode`. */
export type ValueCode = Pick<Field, 'scale' | 'offset'>;

const maxCode = 0xffff;

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

/**
 * A cell or a pixel as one number: 0 missing or outside; 1 nothing detected; else the code of its value plus `firstValue`. So
 * values take precedence in the maximum of a set.
 */
export const firstValue = 2;

const words: Record<Field['absent'][number]['means'], number> = { missing: 0, nothing: 1 };

/** The cells of a field as words, with the rule that combines several. */
export function wordsOf(
  field: Field,
  look: Pick<Look, 'reduce'>,
  code: ValueCode,
): Required<Pick<Painted, 'codes' | 'reduce'>> {
  const { packed, scale, offset, absent, width } = field;
  const codes = new Int32Array(packed.length);
  const factor = scale / code.scale;
  const shift = (offset - code.offset) / code.scale;
  for (let i = 0; i < packed.length; i++) {
    codes[i] = firstValue + Math.max(0, Math.min(maxCode, Math.round(shift + packed[i] * factor)));
  }
  for (const { code: none, means } of absent) {
    for (let i = 0; i < packed.length; i++) if (packed[i] === none) codes[i] = words[means];
  }
  return { codes, reduce: reducers[look.reduce](codes, width, code) };
}

type Reduce = NonNullable<Painted['reduce']>;
type Reducer = (codes: Int32Array, width: number, code: ValueCode) => Reduce;

const reducers: Record<Look['reduce'], Reducer> = {
  maximum: (codes, width) => best(codes, width, (word) => word),
  minimum: (codes, width) => best(codes, width, (word) => (word < firstValue ? word - maxCode - 4 : -word)),
  'largest-magnitude': (codes, width, { offset, scale }) =>
    best(codes, width, (word) => (word < firstValue ? word - 2 : Math.abs(offset + (word - firstValue) * scale))),
  mean,
};

/** The word of the highest rank; of equal ranks the larger. */
function best(codes: Int32Array, width: number, worth: (word: number) => number): Reduce {
  return (firstColumn, lastColumn, firstRow, lastRow) => {
    let kept = codes[firstRow * width + firstColumn];
    let most = worth(kept);
    for (let row = firstRow; row <= lastRow; row++) {
      for (let i = row * width + firstColumn; i <= row * width + lastColumn; i++) {
        const value = worth(codes[i]);
        if (value < most || (value === most && codes[i] <= kept)) continue;
        most = value;
        kept = codes[i];
      }
    }
    return kept;
  };
}

function mean(codes: Int32Array, width: number): Reduce {
  const largest = best(codes, width, (word) => word);
  return (firstColumn, lastColumn, firstRow, lastRow) => {
    let [sum, count] = [0, 0];
    for (let row = firstRow; row <= lastRow; row++) {
      for (let i = row * width + firstColumn; i <= row * width + lastColumn; i++) {
        if (codes[i] < firstValue) continue;
        sum += codes[i];
        count++;
      }
    }
    return count > 0 ? Math.round(sum / count) : largest(firstColumn, lastColumn, firstRow, lastRow);
  };
}
