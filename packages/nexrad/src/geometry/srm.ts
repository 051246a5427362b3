import { NexradError } from '../error.ts';
import { RANGE_FOLDED, type Moment } from '../level2/moment.ts';
import type { Sweep } from '../level2/sweep.ts';

const MPS_PER_KNOT = 1852 / 3600;
const RADIAN = Math.PI / 180;

/** Tenths of a metre a second, and room for plus or minus 300 m/s above the two codes that are no value. */
const SCALE = 10;
const OFFSET = 3002;
const LEAST = RANGE_FOLDED + 1;
const MOST = 2 * OFFSET - LEAST;

/**
 * Velocity as one who moves with the storm would see it: the storm's own motion along each radial is taken away.
 *
 * @param fromDeg direction that the storm comes from, clockwise from north
 * @param kt      its speed in knots
 * @returns a moment of the same gates with codes of 16 bits, steps of 0.1 m/s; 0 and 1 mean what they meant
 * @throws {NexradError} `unsupported` when the sweep has no velocity
 */
export function srm(sweep: Sweep, fromDeg: number, kt: number): Moment {
  const velocity = sweep.moments.get('VEL');
  if (!velocity) throw new NexradError('unsupported', `sweep ${sweep.index} has no velocity to take a motion from`);
  const speed = kt * MPS_PER_KNOT * SCALE;
  const { azimuthsDeg, elevationsDeg, count } = sweep.radials;
  const packed = new Uint16Array(velocity.packed.length);
  const levels = levelsOf(velocity);
  for (let radial = 0; radial < count; radial++) {
    // The wind of the storm blows towards fromDeg + 180: away from the radar it counts as positive
    const along = -speed * Math.cos((azimuthsDeg[radial] - fromDeg) * RADIAN);
    const shift = along * Math.cos(elevationsDeg[radial] * RADIAN);
    shiftRadial(velocity.packed, levels, packed, radial * velocity.gates, (radial + 1) * velocity.gates, shift);
  }
  return { ...velocity, wordBits: 16, scale: SCALE, offset: OFFSET, packed };
}

/** What each code of the velocity is in codes of the result, not yet rounded. */
function levelsOf({ wordBits, scale, offset }: Moment): Float64Array {
  return Float64Array.from({ length: 2 ** wordBits }, (_, code) => ((code - offset) / scale) * SCALE + OFFSET);
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
    if (code < LEAST) into[i] = code;
    else into[i] = Math.min(MOST, Math.max(LEAST, Math.round(levels[code] - shift)));
  }
}
