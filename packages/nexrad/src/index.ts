export { NexradError, type NexradErrorCode } from './error.ts';
export { isVolume, type VolumeHeader } from './level2/header.ts';
export type { CoveragePattern, Cut, Waveform } from './level2/message5.ts';
export { BELOW_THRESHOLD, momentStatistics, RANGE_FOLDED, valueAt, type Moment } from './level2/moment.ts';
export { MOMENTS, MOMENT_UNITS, type GateLayout, type MomentName, type SitePosition } from './level2/radial.ts';
export type { Radials, Sweep } from './level2/sweep.ts';
export { readSweeps, readVolume, type SweepChoice, type Volume } from './level2/volume.ts';
export { limits } from './limits.ts';
export type { Statistics } from './statistics.ts';
