import type { Octets } from './octets.ts';

/** A number with as many decimals as are stored; default 0. */
export interface ScaledInput {
  value: number;
  decimals?: number;
}

/** What the values are of the quantity, if they are not it itself. Numbers are those of the code tables. */
export type DerivationInput =
  | { kind: 'member'; type: number; member: number; members: number }
  | { kind: 'derived'; type: number; members: number }
  | { kind: 'probability'; type: number; lower?: ScaledInput; upper?: ScaledInput }
  | { kind: 'percentile'; percentile: number }
  | { kind: 'quantile'; quantile: number; of: number }
  | { kind: 'error' }
  | { kind: 'area-statistic'; type: number };

/** Templates at an instant and over an interval, where there is one, and the number of octets of their own. */
const templates: Record<DerivationInput['kind'], { instant: number; interval?: number; octets: number }> = {
  member: { instant: 1, interval: 11, octets: 3 },
  derived: { instant: 2, interval: 12, octets: 2 },
  probability: { instant: 5, interval: 9, octets: 13 },
  percentile: { instant: 6, interval: 10, octets: 1 },
  quantile: { instant: 86, interval: 87, octets: 4 },
  error: { instant: 7, octets: 0 },
  'area-statistic': { instant: 15, octets: 3 },
};

/**
 * The template and the number of its own octets; without a derivation 4.0 or 4.8.
 *
 * @throws {RangeError} if there is no such template over an interval
 */
export function templateOf(
  derivation: DerivationInput | undefined,
  isInterval: boolean,
): { template: number; octets: number } {
  if (!derivation) return { template: isInterval ? 8 : 0, octets: 0 };
  const { instant, interval, octets } = templates[derivation.kind];
  const template = isInterval ? interval : instant;
  if (template === undefined) throw new RangeError(`there is no template for "${derivation.kind}" over an interval`);
  return { template, octets };
}

/** Writes a derivation from an octet on. */
export function putDerivation(section: Octets, octet: number, derivation: DerivationInput): void {
  switch (derivation.kind) {
    case 'member':
      section
        .u8(octet, derivation.type)
        .u8(octet + 1, derivation.member)
        .u8(octet + 2, derivation.members);
      break;
    case 'derived':
      section.u8(octet, derivation.type).u8(octet + 1, derivation.members);
      break;
    case 'probability':
      section.u8(octet + 1, 1).u8(octet + 2, derivation.type); // the first of one probability
      putLimit(section, octet + 3, derivation.lower);
      putLimit(section, octet + 8, derivation.upper);
      break;
    case 'percentile':
      section.u8(octet, derivation.percentile);
      break;
    case 'quantile':
      section.u16(octet, derivation.of).u16(octet + 2, derivation.quantile);
      break;
    case 'area-statistic':
      section.u8(octet, derivation.type);
      break;
    case 'error':
      break;
  }
}

/** A scale factor and a scaled value, or all bits set. */
function putLimit(section: Octets, octet: number, limit: ScaledInput | undefined): void {
  if (!limit) {
    section.u8(octet, 0xff).u32(octet + 1, 0xffffffff);
    return;
  }
  const { value, decimals = 0 } = limit;
  section.s8(octet, decimals).s32(octet + 1, Math.round(value * 10 ** decimals));
}
