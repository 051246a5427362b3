import type { FrameName } from '../frames.ts';

/** The extrapolation of the radar mosaics: a run begins at a frame of the composite. */
export const nowcast = {
  attribution: 'Extrapolated from NOAA/NSSL MRMS',
  /** Lead times, minutes. */
  leads: [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60],
  /** A run whose frame is older is not made, and not shown: echoes have grown and decayed since. Minutes. */
  oldest: 20,
  /** Runs that are kept: maps show the one with which they began for some minutes. */
  runsKept: 5,
  /** Levels of the probabilities, dBZ: rain, heavy rain, hail. */
  levels: [20, 35, 50],
} as const;

/** The job that makes all frames of a run. */
export function nowcastJob(baseAt: Date): FrameName {
  const runAt = new Date(Math.floor(baseAt.getTime() / minuteMs) * minuteMs);
  return { family: 'nowcast', product: 'composite-reflectivity', runAt, validAt: runAt };
}

/** Whether a run is too old to be shown. */
export function isPast(runAt: Date, now: Date): boolean {
  return now.getTime() - runAt.getTime() > nowcast.oldest * minuteMs;
}

const minuteMs = 60_000;
