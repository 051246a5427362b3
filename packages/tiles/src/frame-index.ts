import { formatStamp, formatTime } from '@severe/base';
import type { FrameName } from '@severe/catalogue';
import type { Frame } from '@severe/db';

/** A visible frame with the strings that responses need, formatted once. */
export interface ListedFrame extends Frame {
  /** `YYYYMMDDHHMM` of the valid time. */
  stamp: string;
  /** RFC 3339 of the valid time. */
  time: string;
  /** Publication time as an HTTP date. */
  published: string;
}

/** A frame by its name, and by its row if that is known: a later one may have the same name. */
type NamedFrame = Pick<Frame, 'family' | 'product' | 'runAt' | 'validAt'> & { id?: number };

/** The frames of one model run, oldest first. Observed frames form a single run without a start. */
export interface Run {
  runAt: Date | null;
  /** `YYYYMMDDHHMM` of the start; empty for observed frames. */
  stamp: string;
  frames: ListedFrame[];
  byStamp: Map<string, ListedFrame>;
}

/**
 * The frames that can be served, in memory. Lookups by time are binary searches, lookups by stamp are map lookups.
 * `follow-frames.ts` keeps it up to date.
 */
export class FrameIndex {
  /** By family, then by product. */
  readonly #families = new Map<string, Map<string, Run[]>>();
  #revision = 0;

  /** Increases with every change of the index. */
  get revision(): number {
    return this.#revision;
  }

  /** Every frame of a family, product by product. */
  frames(family: string): ListedFrame[] {
    return [...(this.#families.get(family)?.values() ?? [])].flatMap((runs) => runs.flatMap((run) => run.frames));
  }

  /** The runs of a product, oldest first. */
  runs(family: string, product: string): readonly Run[] {
    return this.#families.get(family)?.get(product) ?? none;
  }

  /** The run with that start; undefined if it has no visible frame. */
  run(family: string, product: string, stamp: string): Run | undefined {
    const runs = this.runs(family, product);
    for (let i = runs.length - 1; i >= 0; i--) if (runs[i].stamp === stamp) return runs[i]; // called for every request
    return undefined;
  }

  /** The newest frame of the newest run. */
  newest(family: string, product: string): ListedFrame | undefined {
    return this.runs(family, product).at(-1)?.frames.at(-1);
  }

  /** Number of frames. */
  get size(): number {
    let count = 0;
    for (const family of this.#families.keys()) count += this.frames(family).length;
    return count;
  }

  /** Whether a frame of exactly that time is in the index. */
  has({ family, product, runAt, validAt }: FrameName): boolean {
    const frames = this.run(family, product, stampOf(runAt))?.frames ?? [];
    return frames[indexAtOrBefore(frames, validAt)]?.validAt.getTime() === validAt.getTime();
  }

  /** Adds a frame. Returns undefined if the frame is in the index already. */
  add(frame: Frame): ListedFrame | undefined {
    const run = this.#runFor(frame);
    const after = indexAtOrBefore(run.frames, frame.validAt);
    const present = run.frames[after];
    const again = present?.validAt.getTime() === frame.validAt.getTime();
    if (again && present.id === frame.id) return undefined;
    const listed = list(frame);
    this.#revision++;
    if (again)
      run.frames[after] = listed; // published again with another row
    else run.frames.splice(after + 1, 0, listed);
    run.byStamp.set(listed.stamp, newerOf(run.byStamp.get(listed.stamp), listed));
    return listed;
  }

  /** Removes a frame, or the one that has a row, and returns it; undefined if it is not in the index. */
  remove({ id, family, product, runAt, validAt }: NamedFrame): ListedFrame | undefined {
    const products = this.#families.get(family);
    const runs = products?.get(product) ?? [];
    const run = this.run(family, product, stampOf(runAt));
    const at = run ? indexAtOrBefore(run.frames, validAt) : -1;
    const present = run?.frames[at];
    if (!run || !present || present.validAt.getTime() !== validAt.getTime()) return undefined;
    if (id !== undefined && id !== present.id) return undefined;

    this.#revision++;
    run.frames.splice(at, 1);
    const sameMinute = run.frames[at - 1]?.stamp === present.stamp ? run.frames[at - 1] : undefined;
    if (sameMinute) run.byStamp.set(present.stamp, sameMinute);
    else if (run.byStamp.get(present.stamp) === present) run.byStamp.delete(present.stamp);
    if (run.frames.length === 0) runs.splice(runs.indexOf(run), 1);
    if (runs.length === 0) products?.delete(product);
    return present;
  }

  /** Makes the frames of a family equal to `frames`. Returns the added and the removed frames. */
  replace(family: string, frames: Frame[]): { added: ListedFrame[]; removed: ListedFrame[] } {
    const ids = new Set(frames.map((frame) => frame.id));
    const removed = this.frames(family).filter((frame) => !ids.has(frame.id));
    for (const frame of removed) this.remove(frame);
    const added = frames.flatMap((frame) => this.add(frame) ?? []);
    return { added, removed };
  }

  #runFor({ family, product, runAt }: Frame): Run {
    const products = this.#families.get(family) ?? new Map<string, Run[]>();
    this.#families.set(family, products);
    const runs = products.get(product) ?? [];
    products.set(product, runs);
    const stamp = stampOf(runAt);
    const existing = runs.find((run) => run.stamp === stamp);
    if (existing) return existing;
    const run: Run = { runAt, stamp, frames: [], byStamp: new Map() };
    const at = runs.findLastIndex((other) => other.stamp < stamp); // stamps sort by time
    runs.splice(at + 1, 0, run);
    return run;
  }
}

const none: readonly Run[] = [];

/** The index of the last frame at or before `at`; -1 if all frames are later. */
export function indexAtOrBefore(frames: readonly { validAt: Date }[], at: Date): number {
  const time = at.getTime();
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (frames[middle].validAt.getTime() <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function list(frame: Frame): ListedFrame {
  const { validAt, publishedAt } = frame;
  return { ...frame, stamp: formatStamp(validAt), time: formatTime(validAt), published: publishedAt.toUTCString() };
}

function stampOf(runAt: Date | null): string {
  return runAt ? formatStamp(runAt) : '';
}

/** If a provider publishes twice in a minute, the stamp of that minute means the later frame. */
function newerOf(current: ListedFrame | undefined, listed: ListedFrame): ListedFrame {
  return current && current.validAt > listed.validAt ? current : listed;
}
