import { randomFrom } from '../model/random.ts';

const count = 1 << 16;

/** Measurement noise: mean 0, standard deviation about 1. The index depends on cut, radial and gate. */
export const noiseTable = Float32Array.from(
  { length: count },
  (_, i) => 2 * (randomFrom(0x9a1, i) + randomFrom(0x9a2, i) + randomFrom(0x9a3, i) - 1.5),
);

/** Index of the noise of a radial's first gate; those of its other gates follow. */
export function firstNoiseIndex(volume: number, cut: number, radial: number, moment: number): number {
  return Math.floor(count * randomFrom(volume, cut, radial, moment));
}

export const noiseMask = count - 1;
