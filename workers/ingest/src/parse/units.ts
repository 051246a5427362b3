import { DataError } from '@severe/base';
import { metresPerFoot, metresPerMile, mpsPerKnot, mpsPerMph } from '@severe/geo';
import { lookUp } from './fields.ts';
import { excerpt } from './payload.ts';
import { noteUnknownWord } from './unknown-words.ts';

/** Conversions to each target unit, by the unit code of the provider. */
const conversions: Record<string, Record<string, (value: number) => number>> = {
  degC: { degC: same, degF: fahrenheit, K: (kelvin) => kelvin - 273.15 },
  'km/h': { 'km_h-1': same, 'm_s-1': times(3.6), kt: times(3.6 * mpsPerKnot), 'mi_h-1': times(metresPerMile / 1000) },
  'm/s': { 'm_s-1': same, 'km_h-1': times(1 / 3.6), kt: times(mpsPerKnot), 'mi_h-1': times(mpsPerMph) },
  hPa: { hPa: same, Pa: times(0.01), inHg: times(33.8638866667) },
  km: { km: same, m: times(0.001), mi: times(metresPerMile / 1000) },
  m: { m: same, km: times(1000), ft: times(metresPerFoot) },
  mm: { mm: same, m: times(1000), in: times(25.4), 'kg_m-2': same },
  percent: { percent: same },
  degree: { 'degree_(angle)': same },
};

/** Knots per mile per hour. */
export const knotsPerMph = mpsPerMph / mpsPerKnot;

export type Unit = 'degC' | 'km/h' | 'm/s' | 'hPa' | 'km' | 'm' | 'mm' | 'percent' | 'degree';

/**
 * As `converted`, for a value with a unit of the provider. Null without a unit, and for one that is not known, which is
 * counted: its row has other values.
 */
export function convertedIfKnown(value: number, from: string | null, to: Unit): number | null {
  if (from !== null && lookUp(conversions[to], codeOf(from))) return converted(value, from, to);
  noteUnknownWord(`unit of ${to}`, from ?? 'none');
  return null;
}

/**
 * Converts a value. Unit codes are those of api.weather.gov, `wmoUnit:km_h-1`; the prefix has changed over the years.
 *
 * @throws {DataError} `unit` for an unknown unit
 */
export function converted(value: number, from: string, to: Unit): number {
  const convert = lookUp(conversions[to], codeOf(from));
  if (!convert) throw new DataError('unit', `expected a unit of ${to}, got ${excerpt(from)}`);
  return convert(value);
}

function codeOf(unit: string): string {
  return unit.replace(/^(wmoUnit|unit|nwsUnit|uc):/, '');
}

function same(value: number): number {
  return value;
}

function fahrenheit(value: number): number {
  return (value - 32) / 1.8;
}

function times(factor: number): (value: number) => number {
  return (value) => value * factor;
}
