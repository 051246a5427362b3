import { fadeCodes } from '@severe/kernels';
import { absenceOf, type Codes, type Packed } from './codes.ts';

/**
 * Distance of the outer samples of the mean that every extrapolation is made of, km. Echoes of a few kilometres live for some minutes
 * only: smaller scales cannot be predicted, and drawn in full they are wrong twice, where they are and where they are not. Wider means
 * raise the critical success index further, but wear peaks down until strong rain is missed as an area (fractions skill score
 * at 20 mm/h).
 *
 * @see Seed 2003, J. Appl. Meteor. 42 (S-PROG: scales fade by their lifetime)
 */
const fadedKm = 1.3;

/** Weights of three samples along a side: their products are nearly a Gaussian. */
const [outer, middle] = [0.25, 0.5];

/** Values without the scales that cannot be predicted. Cells without a value stay, and are not mixed with others. */
export function faded<T extends Packed>(codes: Codes<T>, cellKm: number): T {
  const distance = fadedKm / cellKm;
  const { width, height, packed } = codes;
  if (packed instanceof Uint16Array) return fadeCodes({ ...codes, packed }, distance) as T;
  const along = withMeans(codes, packed, { stride: 1, lines: height, lineStride: width, count: width }, distance);
  return withMeans(codes, along, { stride: width, lines: width, lineStride: 1, count: height }, distance);
}

/** Means along one direction of a grid. */
function withMeans<T extends Packed>(
  codes: Codes,
  packed: T,
  { stride, lines, lineStride, count }: { stride: number; lines: number; lineStride: number; count: number },
  distance: number,
): T {
  const result = packed.slice() as T;
  const whole = Math.floor(distance);
  const share = distance - whole;
  const isAbsent = absenceOf(codes);
  for (let line = 0; line < lines; line++) {
    const start = line * lineStride;
    for (let i = whole + 1; i < count - whole - 1; i++) {
      const at = start + i * stride;
      const [near, far] = [whole * stride, (whole + 1) * stride];
      const [a, b, c, d, e] = [packed[at - far], packed[at - near], packed[at], packed[at + near], packed[at + far]];
      if (a === b && b === c && c === d && d === e) continue;
      if (isAbsent(a) || isAbsent(b) || isAbsent(c) || isAbsent(d) || isAbsent(e)) continue;
      const sides = a * share + b * (1 - share) + d * (1 - share) + e * share;
      result[at] = Math.round(middle * c + outer * sides);
    }
  }
  return result;
}
