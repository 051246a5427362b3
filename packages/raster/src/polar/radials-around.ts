import type { Sweep } from '@severe/nexrad';

/** The radials on both sides of a direction. */
export interface RadialPair {
  /** The nearest one; −1 if none is within the spacing of radials. */
  nearest: number;
  /** The one on the other side; −1 behind a gap in the scan. */
  other: number;
  /** Part of the way from the nearest to the other, 0 to 0.5. */
  weight: number;
}

/** Neighbouring radials that are further apart than this, in spacings, have a gap between them. */
const widestSpacing = 1.5;

/** Parts of a turn in the index. */
const parts = 2048;

/**
 * Prepares a sweep whose radials are in order of azimuth. The result writes the radials around a direction, in radians clockwise
 * from north.
 */
export function radialsAround({ radials: { azimuthsDeg, count }, azimuthStepDeg }: Sweep) {
  const index = indexOf(azimuthsDeg, count);
  return (radians: number, pair: RadialPair): void => {
    const direction = ((radians * 180) / Math.PI + 360) % 360;
    let before = index[Math.floor((direction / 360) * parts)];
    while (before + 1 < count && azimuthsDeg[before + 1] <= direction) before++;
    const after = before + 1 < count ? before + 1 : 0;
    const last = before < 0 ? count - 1 : before; // north lies between the last one and the first one
    const passed = (direction - azimuthsDeg[last] + 360) % 360;
    const gap = count === 1 ? 360 : (azimuthsDeg[after] - azimuthsDeg[last] + 360) % 360;
    const isBefore = passed <= gap - passed;
    const apart = isBefore ? passed : gap - passed;
    const isGap = gap > widestSpacing * azimuthStepDeg;
    pair.nearest = apart > azimuthStepDeg ? -1 : isBefore ? last : after;
    pair.other = isGap ? -1 : isBefore ? after : last;
    pair.weight = isGap ? 0 : apart / gap;
  };
}

/** For every part of a turn the last radial before it; −1 if there is none. */
function indexOf(azimuthsDeg: Float32Array, count: number): Int32Array {
  let radial = -1;
  return Int32Array.from({ length: parts + 1 }, (_, i) => {
    while (radial + 1 < count && azimuthsDeg[radial + 1] <= (i * 360) / parts) radial++;
    return radial;
  });
}
