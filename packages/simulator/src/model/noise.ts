import { randomFrom } from './random.ts';

/** Period of the lattice; a power of two, so that wrapping is one `&`. */
const period = 256;
const wrap = period - 1;

const values = Float32Array.from({ length: period }, (_, i) => 2 * randomFrom(0x5eed, i) - 1);
const shuffled = shuffle(Uint8Array.from({ length: period }, (_, i) => i));

/**
 * Value noise: random numbers on a lattice of spacing 1, smoothly interpolated.
 *
 * @returns a number from −1 to 1, continuous in all three coordinates
 */
export function noise(x: number, y: number, z: number): number {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const zi = Math.floor(z);
  const fz = z - zi;
  const low = plane(xi, yi, shuffled[zi & wrap], x - xi, y - yi);
  if (fz === 0) return low;
  return low + (plane(xi, yi, shuffled[(zi + 1) & wrap], x - xi, y - yi) - low) * fz;
}

/** Two octaves of noise, the finer with half the weight: −1 to 1. */
export function texture(x: number, y: number, z: number): number {
  return (noise(x, y, z) + 0.5 * noise(2.13 * x + 17.3, 2.13 * y - 5.7, z + 31)) / 1.5;
}

function plane(xi: number, yi: number, salt: number, fx: number, fy: number): number {
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const row0 = shuffled[(yi + salt) & wrap];
  const row1 = shuffled[(yi + 1 + salt) & wrap];
  const v00 = values[shuffled[(xi + row0) & wrap]];
  const v10 = values[shuffled[(xi + 1 + row0) & wrap]];
  const v01 = values[shuffled[(xi + row1) & wrap]];
  const v11 = values[shuffled[(xi + 1 + row1) & wrap]];
  const north = v00 + (v10 - v00) * sx;
  return north + (v01 + (v11 - v01) * sx - north) * sy;
}

function shuffle(table: Uint8Array): Uint8Array {
  for (let i = table.length - 1; i > 0; i--) {
    const j = Math.floor(randomFrom(0xdea1, i) * (i + 1));
    [table[i], table[j]] = [table[j], table[i]];
  }
  return table;
}
