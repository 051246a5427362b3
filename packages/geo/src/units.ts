/** Metres in a unit of length: those of the international yard of 1959, and the nautical mile of 1929. */
export const metresPerFoot = 0.3048;
export const metresPerYard = 0.9144;
export const metresPerMile = 1609.344;
export const metresPerNauticalMile = 1852;

/** Metres per second in a unit of speed. */
export const mpsPerKnot = metresPerNauticalMile / 3600;
export const mpsPerMph = metresPerMile / 3600;
