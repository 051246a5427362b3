import type { Layout } from './layouts.ts';
import { readScaled } from './scaled-value.ts';
import type { Section } from './section.ts';

/**
 * What the values are of the quantity: it itself, or something that was derived from many of it. Numbers are those of the
 * code tables; undefined is missing.
 */
export type Derivation =
  | { kind: 'plain' }
  /** A member of an ensemble: table 4.6 and its number. */
  | { kind: 'member'; type?: number; member?: number; members?: number }
  /** Derived from all members: table 4.7, such as 0 mean, 4 spread. */
  | { kind: 'derived'; type?: number; members?: number }
  /** Table 4.9, with the limits in the units of the quantity. The values are percentages. */
  | { kind: 'probability'; type?: number; lower?: number; upper?: number }
  | { kind: 'percentile'; percentile?: number }
  /** The part `quantile` of `of`. */
  | { kind: 'quantile'; quantile?: number; of?: number }
  /** The error of an analysis or forecast. */
  | { kind: 'error' }
  /** A statistic of table 4.10 over an area around each point. */
  | { kind: 'area-statistic'; type?: number }
  /** The values are numbers of categories. */
  | { kind: 'category' }
  /** Of a template whose parts are not read, such as anomalies from a reference period. */
  | { kind: 'other' };

/**
 * Reads what follows the surfaces or bands.
 *
 * @param octet the first one after them
 */
export function readDerivation(section4: Section, meaning: Layout['meaning'], octet: number): Derivation {
  const [u8, u16] = [optional(section4, 1), optional(section4, 2)];
  switch (meaning) {
    case 'member':
      return { kind: meaning, type: u8(octet), member: u8(octet + 1), members: u8(octet + 2) };
    case 'derived':
      return { kind: meaning, type: u8(octet), members: u8(octet + 1) };
    case 'probability': {
      const [lower, upper] = [octet + 3, octet + 8].map((at) => readScaled(section4, at));
      return { kind: meaning, type: u8(octet + 2), lower, upper };
    }
    case 'percentile':
      return { kind: meaning, percentile: u8(octet) };
    case 'quantile':
      return { kind: meaning, of: u16(octet), quantile: u16(octet + 2) };
    case 'area-statistic':
      return { kind: meaning, type: u8(octet) };
    default:
      return { kind: meaning };
  }
}

/** Reads a number of one or two octets; undefined if all its bits are set, or the section ends before it. */
function optional(section4: Section, octets: 1 | 2): (octet: number) => number | undefined {
  return (octet) => {
    if (octet + octets - 1 > section4.length) return undefined;
    if (octets === 1) return section4.optionalU8(octet);
    const value = section4.u16(octet);
    return value === 0xffff ? undefined : value;
  };
}
