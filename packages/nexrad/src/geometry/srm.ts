import { mpsPerKnot } from '@severe/geo';
import { NexradError } from '../error.ts';
import { rangeFolded, type Moment } from '../level2/moment.ts';
import type { Sweep } from '../level2/sweep.ts';

const radian = Math.PI / 180;

/** Coding of the result: tenths of a metre per second, ±300 m/s, above the two codes for no value. */
const resultScale = 10;
const resultOffset = 3002;
const minCode = rangeFolded + 1;
const maxCode = 2 * resultOffset - minCode;

/**
 * Storm-relative velocity: subtracts the storm's motion along each radial.
 *
 * @param fromDeg direction from which the storm comes, degrees clockwise from north
 * @param kt      its speed, knots
 * @returns a moment with the same gates and 16-bit codes in steps of 0.1 m/s; codes 0 and 1 keep their meaning
 * @throws {NexradError} `unsupported` if the sweep has no velocity
 */
export function srm(sweep: Sweep, fromDeg: number, kt: number): Moment {
  const velocity = sweep.moments.get('VEL');
  if (!velocity) throw new NexradError('unsupported', `sweep ${sweep.index} has no velocity to take a motion from`);
  const speed = kt * mpsPerKnot * resultScale;
  const { azimuthsDeg, elevationsDeg, count } = sweep.radials;
  const packed = new Uint16Array(velocity.packed.length);
  const levels = levelsOf(velocity);
  for (let radial = 0; radial < count; radial++) {
    // The motion is towards fromDeg + 180; away from the radar is positive
    const along = -speed * Math.cos((azimuthsDeg[radial] - fromDeg) * radian);
    const shift = along * Math.cos(elevationsDeg[radial] * radian);
    shiftRadial(velocity.packed, levels, packed, radial * velocity.gates, (radial + 1) * velocity.gates, shift);
  }
  return { ...velocity, wordBits: 16, scale: resultScale, offset: resultOffset, packed };
}

/** Each code of the velocity in codes of the result, not rounded. */
function levelsOf({ wordBits, scale, offset }: Moment): Float64Array {
  return Float64Array.from(
    { length: 2 ** wordBits },
    (_, code) => ((code - offset) / scale) * resultScale + resultOffset,
  );
}

function shiftRadial(
  from: Moment['packed'],
  levels: Float64Array,
  into: Uint16Array,
  start: number,
  end: number,
  shift: number,
): void {
  for (let i = start; i < end; i++) {
    const code = from[i];
    if (code < minCode) into[i] = code;
    else into[i] = Math.min(maxCode, Math.max(minCode, Math.round(levels[code] - shift)));
  }
}
