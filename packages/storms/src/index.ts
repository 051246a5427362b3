export type { EchoGrid } from './echo-grid.ts';
export { identifyCells, type IdentifiedCell } from './identify.ts';
export { motionOf, type CellMotion } from './motion-of.ts';
export { track } from './track.ts';
export type { Sighting, Track, TrackerState } from './tracker-state.ts';
export {
  countFlashes,
  flashJump,
  flashSpanMs,
  ratesKeptMs,
  type FlashCounts,
  type FlashRates,
  type StormFlash,
} from './flashes.ts';
