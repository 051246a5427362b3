import { emptyLevels, type Levels } from './levels.ts';

/** Word levels without a value. Other words are classes of precipitation and echo, numbered as here. */
const blank = 0;
const below = 1;
const noData = 2;
const rangeFolded = 3;
const wordsWithoutValue = new Set([blank, below, noData, rangeFolded]);

const wordBit = 0x8000;
const negativeBit = 0x0100;
/** The bit of a level that selects the unit of its number, highest priority first. */
const unitBits: [bit: number, unit: number][] = [
  [0x4000, 0.01],
  [0x2000, 0.05],
  [0x1000, 0.1],
];

/**
 * Sixteen levels, each a halfword: the high byte gives the meaning of the low byte, a number with sign and unit, or a
 * word. A level is the lower bound of its interval.
 *
 * @see ICD 2620001, RPG/Class 1 User, figure 3-6, note on data level thresholds
 */
export function legacyLevels(thresholds: Uint16Array): Levels {
  const values = emptyLevels(16);
  thresholds.forEach((halfword, code) => (values[code] = levelOf(halfword)));
  return { values };
}

function levelOf(halfword: number): number {
  const number = halfword & 0xff;
  if (halfword & wordBit) return wordsWithoutValue.has(number) ? NaN : number;
  const unit = unitBits.find(([bit]) => halfword & bit)?.[1] ?? 1;
  return halfword & negativeBit ? 0 - number * unit : number * unit; // 0 - x avoids -0
}
