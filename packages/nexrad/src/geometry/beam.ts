/** Mean radius of the earth. */
const EARTH_M = 6_371_000;

/** Air bends a beam so that it runs straight over an earth this large, in a standard atmosphere. */
const EFFECTIVE_M = (EARTH_M * 4) / 3;

const RADIAN = Math.PI / 180;

/** Where a beam is at a distance: along the ground from the radar, and above its antenna. */
export interface BeamPoint {
  groundM: number;
  heightM: number;
}

/**
 * Where the middle of a beam is after some way along it.
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
 * How far along a beam the place is that lies above a point of the ground: the inverse of `beamAt`.
 *
 * @returns metres, or Infinity where a beam so steep never comes above that point
 */
export function slantAt(groundM: number, elevationDeg: number): number {
  const angle = groundM / EFFECTIVE_M;
  const rise = elevationDeg * RADIAN + angle;
  return rise < Math.PI / 2 ? (EFFECTIVE_M * Math.sin(angle)) / Math.cos(rise) : Infinity;
}
