import type { Point } from '@severe/geo';
import type { MotionState } from './motion.ts';

/** One tracked storm cell. All numbers are JSON; times are milliseconds since 1970. */
export interface Track {
  /** Stable while the cell is tracked: the time of its first frame and a number. */
  id: string;
  firstSeenAt: number;
  seenAt: number;
  /** Frames in which it was found. */
  frames: number;
  areaKm2: number;
  /** Time of `motion`. */
  motionAt: number;
  motion: MotionState;
}

/** What the tracker knows after a frame: the tracks that may continue. Plain JSON. */
export interface TrackerState {
  /** Time of the frame, milliseconds since 1970. */
  at: number;
  tracks: Track[];
}

/** What the tracker needs of a cell. */
export interface Sighting extends Point {
  areaKm2: number;
}
