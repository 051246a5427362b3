import { chance } from '../model/random.ts';

const count = 1 << 16;

/** Measurement noise: mean 0, standard deviation about 1. The index depends on cut, radial and gate. */
export const grains = Float32Array.from(
  { length: count },
  (_, i) => 2 * (chance(0x9a1, i) + chance(0x9a2, i) + chance(0x9a3, i) - 1.5),
);

/** Index of the noise of a radial's first gate; those of its other gates follow. */
export function firstGrain(volume: number, cut: number, radial: number, moment: number): number {
  return Math.floor(count * chance(volume, cut, radial, moment));
}

export const grainMask = count - 1;
