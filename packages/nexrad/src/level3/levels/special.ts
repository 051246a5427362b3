import { emptyLevels, type Levels } from './levels.ts';

/**
 * Vertically integrated liquid, kg/m²: linear below a code, logarithmic from it on.
 *
 * @see ICD 2620001, RPG/Class 1 User, note 3 to product 134, Digital Vertically Integrated Liquid
 */
export function liquidLevels(thresholds: Uint16Array): Levels {
  const [linearScale, linearOffset, , logScale, logOffset] = Array.from(thresholds, shortFloat);
  const logStart = thresholds[2];
  const values = emptyLevels();
  for (let code = 2; code <= 254; code++) {
    const isLinear = code < logStart;
    values[code] = isLinear ? (code - linearOffset) / linearScale : Math.exp((code - logOffset) / logScale);
  }
  return { values };
}

/**
 * A 16-bit float: sign, five bits of exponent with bias 16, ten bits of fraction. It differs from IEEE half precision.
 */
function shortFloat(halfword: number): number {
  const exponent = (halfword >> 10) & 0x1f;
  const fraction = (halfword & 0x3ff) / 1024;
  const magnitude = exponent === 0 ? 2 * fraction : 2 ** (exponent - 16) * (1 + fraction);
  return halfword & 0x8000 ? -magnitude : magnitude;
}

/**
 * Echo tops, thousands of feet. If the highest bit of a code is set, the top is above the highest tilt and the value is
 * a lower bound.
 *
 * @see ICD 2620001, RPG/Class 1 User, note to product 135, Enhanced Echo Tops
 */
export function topsLevels(thresholds: Uint16Array): Levels {
  const [mask, scale, offset] = thresholds;
  const values = emptyLevels();
  for (let code = 2; code < 256; code++) values[code] = ((code & mask) - offset) / scale;
  return { values };
}

const classRangeFolded = 150;

/**
 * Hydrometeor classes: ten codes per class.
 *
 * @see ICD 2620001, RPG/Class 1 User, note to product 165, Digital Hydrometeor Classification
 */
export function classLevels(): Levels {
  const values = emptyLevels();
  for (let code = 10; code < 256; code++) if (code !== classRangeFolded) values[code] = Math.floor(code / 10);
  return { values };
}

/**
 * Eddy dissipation rate and its confidence: scale and offset in thousandths, number of codes and number of flags.
 *
 * @see ICD 2620001, RPG/Class 1 User, notes to products 156 and 157
 */
export function turbulenceLevels(thresholds: Uint16Array): Levels {
  const [scale, offset, codes, flags] = thresholds;
  const values = emptyLevels();
  for (let code = flags; code < Math.min(codes, 256); code++) values[code] = (code * scale + offset) / 1000;
  return { values };
}
