import { restored } from '../../../parse/restored.ts';
import { converted } from '../../../parse/units.ts';
import { partsOf } from './parts.ts';
import { temperaturesOf } from './temperature.ts';

/** Altimeter settings that occur on earth, in hPa. `A9999` and `Q9999` stand for none. */
const lowestHpa = 800;
const highestHpa = 1120;

/** The altimeter setting of a report, `A2992` in inches or `Q1013`, in hPa; null if it has none or an impossible one. */
export function altimeterOf(groups: string[]): number | null {
  for (const group of groups) {
    const [, letter, digits] = /^([AQ])(\d{4})$/.exec(group) ?? [];
    if (!letter) continue;
    const hpa = letter === 'A' ? converted(Number(digits) / 100, 'inHg', 'hPa') : Number(digits);
    if (hpa >= lowestHpa && hpa <= highestHpa) return hpa;
  }
  return null;
}

/** The pressure of the standard atmosphere at sea level. */
const standardHpa = 1013.25;

/** The middle of the pressures that the code was made for, 950.0 to 1049.9 hPa. */
const middleHpa = 999.95;

/**
 * Pressure at sea level from `SLPppp`, which drops the hundreds of tenths of hPa: `SLP036` is 1003.6 hPa, `SLP998` 999.8, but
 * `SLP500` 950.0 in a hurricane and 1050.0 in an arctic high. It is the value nearest to the altimeter setting, from which
 * it differs by less than 50 hPa anywhere. Without an altimeter setting it is the nearest to the standard pressure; in air
 * above freezing, where no high reaches 1050 hPa, it is between 950.0 and 1049.9.
 *
 * @param report body and remarks: some stations send the group before `RMK`
 * @see FMH-1, 12.7.1.f
 */
export function seaLevelPressureOf(
  report: string,
  altimeterHpa: number | null,
  temperatureC: number | null,
): number | null {
  const digits = /\bSLP(\d{3})\b/.exec(report)?.[1];
  if (digits === undefined) return null;
  const knownHpa = altimeterHpa ?? ((temperatureC ?? 0) > 0 ? middleHpa : standardHpa);
  return restored(Number(digits), 1000, knownHpa * 10) / 10;
}

/**
 * A pressure at sea level as a provider has decoded it, with the hundreds that the original report beside it calls for. Most
 * decoders know the range from 950.0 to 1049.9 hPa only.
 */
export function withHundredsOf(report: string | null, decodedHpa: number | null): number | null {
  if (report === null || decodedHpa === null) return decodedHpa;
  const { body, remarks } = partsOf(report);
  const groups = body.split(' ');
  const hpa = seaLevelPressureOf(
    `${body} ${remarks}`,
    altimeterOf(groups),
    temperaturesOf(groups, remarks).temperatureC,
  );
  const differsByHundreds = hpa !== null && Math.round((hpa - decodedHpa) * 10) % 1000 === 0;
  return differsByHundreds ? hpa : decodedHpa;
}
