import { groupRuns, hrrrRunFor, type ModelFrame } from '@severe/catalogue';

/** Starts of HRRR runs; undefined without a frame. */
export interface HrrrRuns {
  /** The newest run with any frame: how current the source is. */
  newest: Date | undefined;
  /** The run of requests that name none: the one that tiles, points and summaries show. */
  shown: Date | undefined;
}

/** The HRRR runs of these frames. */
export function hrrrRunsIn(frames: readonly ModelFrame[], now: Date): HrrrRuns {
  const runs = groupRuns(frames);
  return { newest: runs[0]?.runAt, shown: hrrrRunFor(runs, now)?.runAt };
}
