import type { ParameterRow } from '../table.ts';

/** Bands of an imager: a number for each, counted on from `first`. */
function bands(first: number, id: string, units: string, name: string, numbers: number[]): ParameterRow[] {
  return numbers.map((band, i) => [192, first + i, `${id}${band}`, units, `${name}, band ${band}`]);
}

const [reflectance, temperature] = ['Simulated reflectance factor', 'Simulated brightness temperature'];
const reflected = [1, 2, 3, 4, 5, 6];
const emitted = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

/** Discipline 3: images that a model would give of the atmosphere. */
export const localImages: ParameterRow[] = [
  ...bands(0, 'SBT12', 'K', `${temperature} of GOES-12`, [2, 3, 4, 5]),
  ...bands(6, 'SBT11', 'K', `${temperature} of GOES-11`, [2, 3, 4, 5]),
  ...bands(14, 'SRFA16', '', `${reflectance} of GOES-16`, reflected),
  ...bands(20, 'SBTA16', 'K', `${temperature} of GOES-16`, emitted),
  ...bands(30, 'SRFA17', '', `${reflectance} of GOES-17`, reflected),
  ...bands(36, 'SBTA17', 'K', `${temperature} of GOES-17`, emitted),
];
