/** Motion of radar echoes, and their extrapolation. Positions are in cells; row 0 is northmost. */
export { advected } from './advect.ts';
export { chancesAfter, unknownChance, type CodesWithUnknown } from './chances.ts';
export type { Codes, Packed } from './codes.ts';
export { coarsenEcho, coarseningOf, mostCompared, releaseEcho, type EchoFrame, type EchoScale } from './echo.ts';
export { faded } from './fading.ts';
export { estimateMotion } from './motion.ts';
export { pastAges } from './past.ts';
export type { Motion } from './plane.ts';
export { originsAfter, releaseOrigins, type Origins } from './trajectories.ts';
