import type { Section } from './section.ts';

/**
 * A scale factor of one octet and a scaled value of four: the value divided by ten to the power of the factor. Undefined if
 * one of them is missing, or the section ends before them.
 */
export function readScaled(section4: Section, octet: number): number | undefined {
  if (octet + 4 > section4.length) return undefined;
  if (section4.optionalU8(octet) === undefined || section4.optionalU32(octet + 1) === undefined) return undefined;
  const decimals = section4.s8(octet);
  const value = section4.s32(octet + 1);
  return decimals >= 0 ? value / 10 ** decimals : value * 10 ** -decimals;
}
