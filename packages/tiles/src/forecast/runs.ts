import { groupRuns, hoursFrom, modelRunFor, type Model, type ModelId, type ModelRun } from '@severe/catalogue';
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

const groupedOf = new WeakMap<Index, Map<ModelId, Grouped>>();

/** The runs of a model in an index, newest first. They are grouped again only after the index has changed. */
export function modelRunsOf(index: Index, { id }: Model): FrameRun[] {
  return grouped(index, id).runs;
}

/** The run of a model for requests that name none, see `modelRunFor`. It is chosen again when the index or the hour changes. */
export function modelRunOf(index: Index, model: Model, now: Date): FrameRun | undefined {
  const found = grouped(index, model.id);
  const [hour] = hoursFrom(now, 1);
  if (found.hour !== hour) Object.assign(found, { hour, chosen: modelRunFor(model, found.runs, now) });
  return found.chosen;
}

function grouped(index: Index, id: ModelId): Grouped {
  const ofIndex = groupedOf.get(index) ?? new Map<ModelId, Grouped>();
  groupedOf.set(index, ofIndex);
  const known = ofIndex.get(id);
  if (known?.revision === index.revision) return known;
  const { revision } = index;
  const made = { revision, runs: groupRuns(index.frames(id)), hour: Number.NaN, chosen: undefined };
  ofIndex.set(id, made);
  return made;
}
