/** Mean radius of the earth, metres. */
const EARTH_M = 6_371_000;

/** Effective earth radius, metres: over it, a beam bent by the standard atmosphere is a straight line. */
const EFFECTIVE_M = (EARTH_M * 4) / 3;

const RADIAN = Math.PI / 180;

/** A point of a beam: distance along the ground from the radar, and height above the antenna. */
export interface BeamPoint {
  groundM: number;
  heightM: number;
}

/**
 * The centre of a beam at a slant range.
 *
 * @see Doviak and Zrnić, Doppler Radar and Weather Observations, 1993, equations 2.28b and 2.28c
 */
export function beamAt(slantM: number, elevationDeg: number): BeamPoint {
  const elevation = elevationDeg * RADIAN;
  const up = EFFECTIVE_M + slantM * Math.sin(elevation);
  const along = slantM * Math.cos(elevation);
  return { groundM: EFFECTIVE_M * Math.atan2(along, up), heightM: Math.hypot(along, up) - EFFECTIVE_M };
}

/**
 * Slant range at which a beam passes over a ground distance: the inverse of `beamAt`.
 *
 * @returns metres, or Infinity if a steep beam never passes over it
 */
export function slantAt(groundM: number, elevationDeg: number): number {
  const angle = groundM / EFFECTIVE_M;
  const rise = elevationDeg * RADIAN + angle;
  return rise < Math.PI / 2 ? (EFFECTIVE_M * Math.sin(angle)) / Math.cos(rise) : Infinity;
}
