/** Mean radius of the earth, metres. */
const earthRadiusM = 6_371_000;

/** Effective earth radius, metres: over it, a beam bent by the standard atmosphere is a straight line. */
const effectiveRadiusM = (earthRadiusM * 4) / 3;

const radian = Math.PI / 180;

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
  const elevation = elevationDeg * radian;
  const up = effectiveRadiusM + slantM * Math.sin(elevation);
  const along = slantM * Math.cos(elevation);
  return { groundM: effectiveRadiusM * Math.atan2(along, up), heightM: Math.hypot(along, up) - effectiveRadiusM };
}

/**
 * Slant range at which a beam passes over a ground distance: the inverse of `beamAt`.
 *
 * @returns metres, or Infinity if a steep beam never passes over it
 */
export function slantAt(groundM: number, elevationDeg: number): number {
  const angle = groundM / effectiveRadiusM;
  const rise = elevationDeg * radian + angle;
  return rise < Math.PI / 2 ? (effectiveRadiusM * Math.sin(angle)) / Math.cos(rise) : Infinity;
}
