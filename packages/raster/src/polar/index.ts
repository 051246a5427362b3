/** Values of single radars: written, opened in part, drawn and sampled. */
export { beamTables, type BeamTables } from './beam-tables.ts';
export { choosePage, tiltsOf } from './choose-page.ts';
export { sweepDrawer } from './draw-sweep.ts';
export { encodePolar } from './encode-polar.ts';
export { openPolar, readPage } from './open-polar.ts';
export { paintSweep, type PaintedSweep, type SweepLook } from './paint-sweep.ts';
export { sampleSweep, type SweepReading } from './sample-sweep.ts';
export { smoothSweepDrawer, type DrawnSweep } from './smooth-sweep.ts';
export type { Page, PolarVolume } from './volume-file.ts';
