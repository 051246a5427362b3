import { groupRuns, hoursFrom, hrrrRunFor, type ModelRun } from '@severe/catalogue';
import type { FrameIndex, ListedFrame } from '../frame-index.ts';

export type FrameRun = ModelRun<ListedFrame>;

type Index = Pick<FrameIndex, 'revision' | 'frames'>;

/** The runs of an index, and the one for requests without a run, with what they were computed from. */
interface Grouped {
  revision: number;
  runs: FrameRun[];
  hour: number;
  chosen: FrameRun | undefined;
}

const groupedOf = new WeakMap<Index, Grouped>();

/** The HRRR runs of an index, newest first. They are grouped again only after the index has changed. */
export function hrrrRunsOf(index: Index): FrameRun[] {
  const known = groupedOf.get(index);
  if (known?.revision === index.revision) return known.runs;
  const runs = groupRuns(index.frames('hrrr'));
  groupedOf.set(index, { revision: index.revision, runs, hour: Number.NaN, chosen: undefined });
  return runs;
}

/** The HRRR run of requests that name none, see `hrrrRunFor`. It is chosen again when the index or the hour changes. */
export function hrrrRunOf(index: Index, now: Date): FrameRun | undefined {
  const runs = hrrrRunsOf(index);
  const grouped = groupedOf.get(index)!;
  const [hour] = hoursFrom(now, 1);
  if (grouped.hour !== hour) Object.assign(grouped, { hour, chosen: hrrrRunFor(runs, now) });
  return grouped.chosen;
}
