import { minuteMs, withTimeout } from '@severe/async';
import { messageOf, type Log } from '@severe/base';
import { channels, frameFamilies, type FrameEvent, type FrameFamily, type FrameName } from '@severe/catalogue';
import type { Database, Frame } from '@severe/db';
import type { Pubsub } from '@severe/platform';
import type { Subject } from './choose-frame.ts';
import type { FrameIndex, ListedFrame } from './frame-index.ts';

export interface FollowOptions {
  index: FrameIndex;
  db: Pick<Database, 'frames' | 'frameChanges'>;
  pubsub: Pubsub;
  log: Log;
  /** Interval of looks at what has changed, which find missed events. */
  refreshMs?: number;
  /** How often all frames are read instead. */
  fullMs?: number;
  onAdded?: (frame: ListedFrame) => void;
  onRemoved?: (frame: ListedFrame) => void;
}

export interface Follower {
  /**
   * Reads the rows of frames that somebody else reports, where the index does not have them yet. Never fails: without the
   * database the index stays as it is.
   */
  list(frames: readonly FrameName[]): Promise<void>;
  /**
   * Reads the rows of a product that the index does not have: another process may have told a client of them. The read
   * begins after the call, and concurrent callers share it. Never fails; no caller waits longer than half a second, or for
   * a database that does not answer.
   */
  lookFor(subject: Subject): Promise<void>;
  close(): Promise<void>;
}

/** Longest wait of `lookFor`. */
const maxLookMs = 500;

/**
 * Keeps an index equal to the frames table. It loads the index, applies events, and reads every 15 s what has changed since the
 * last look, to find missed events; all frames only every ten minutes, because every tile server would read thousands of rows
 * that it knows. While the database is unavailable the index stays as it is.
 *
 * Reads run one after the other: the row of an event that arrives during a read is read after it.
 *
 * @throws {UpstreamError} if the first read fails
 */
export async function followFrames(options: FollowOptions): Promise<Follower> {
  const { index, db, pubsub, log, refreshMs = 15_000, fullMs = 10 * minuteMs, onAdded, onRemoved } = options;
  const { frames, frameChanges } = db;
  /** Where the next look at changes goes on. */
  let position = '';
  let fullAt = -Infinity;
  let events: FrameEvent[] = [];
  let stale = false;
  let reading: Promise<void> | undefined;
  let failing = false;
  /** Products whose newer rows are wanted, by family and id. */
  const wanted = new Map<string, Subject>();
  /** Whether a wait for rows has timed out, and none have come since. */
  let silent = false;

  const added = (frame: ListedFrame | undefined) => frame && onAdded?.(frame);
  const removed = (frame: ListedFrame | undefined) => frame && onRemoved?.(frame);

  async function readAll(): Promise<void> {
    position = await frameChanges.position();
    for (const family of frameFamilies) {
      const change = index.replace(family, await frames.all(family));
      change.removed.forEach(removed);
      change.added.forEach(added);
    }
    fullAt = Date.now();
  }

  async function readChanges(): Promise<void> {
    const isRecent = Math.abs(Date.now() - fullAt) < fullMs; // changes are kept for an hour; a laptop may have slept
    const changes = isRecent ? await frameChanges.since(position) : undefined;
    if (!changes) return readAll();
    for (const frame of changes.removed) removed(index.remove(frame));
    for (const frame of changes.added) added(index.add(frame));
    ({ position } = changes);
  }

  async function apply(event: FrameEvent): Promise<void> {
    const name = nameOf(event);
    const row =
      event.kind === 'published' ? await frames.find(name.family, name.product, name.runAt, name.validAt) : undefined;
    if (row) added(index.add(row));
    else removed(index.remove(name));
  }

  async function readNewer({ family, id }: Subject): Promise<void> {
    const known = index.runs(family, id).flatMap((run) => run.frames);
    const newest = known.reduce((highest, frame) => Math.max(highest, frame.id), 0);
    for (const row of await frames.after(family, id, newest)) added(index.add(row));
  }

  async function catchUp(): Promise<void> {
    while (stale || wanted.size > 0 || events.length > 0) {
      const [first] = wanted;
      if (stale) {
        stale = false;
        events = [];
        await readChanges();
      } else if (first) {
        const [key, subject] = first;
        wanted.delete(key);
        await readNewer(subject);
      } else {
        await apply(events.shift() as FrameEvent);
      }
    }
  }

  function wake(): void {
    reading ??= Promise.resolve() // calls of the same moment share a read
      .then(catchUp)
      .then(() => {
        if (failing) log.info('the list of frames is current again');
        failing = false;
        silent = false;
      })
      .catch((error: unknown) => {
        if (!failing) log.warn({ reason: messageOf(error) }, 'the frames could not be read; the index is not updated');
        failing = true;
        events = []; // the next look covers them
        wanted.clear();
      })
      .finally(() => {
        reading = undefined;
        if (!failing && (wanted.size > 0 || events.length > 0)) wake(); // after the loop had ended
      });
  }

  /** Resolves when no read is running. */
  async function settled(): Promise<void> {
    for (let current = reading; current; current = reading) await current;
  }

  const unsubscribe = await pubsub.subscribe<FrameEvent>(channels.frames, (event) => {
    events.push(event);
    if (events.length > 500) stale = true;
    wake();
  });
  try {
    reading = readAll();
    await reading;
  } catch (error) {
    await unsubscribe();
    throw error;
  } finally {
    reading = undefined;
  }
  if (events.length > 0) wake();
  const timer = setInterval(() => {
    stale = true;
    wake();
  }, refreshMs);
  timer.unref();

  return {
    async list(names) {
      await settled(); // a message may have announced them
      const missing = names.filter((name) => !index.has(name));
      if (missing.length === 0) return;
      events.push(...missing.map(eventOf));
      wake();
      await settled();
    },

    async lookFor(subject) {
      wanted.set(`${subject.family}/${subject.id}`, subject);
      wake();
      if (failing || silent) return;
      await withTimeout(maxLookMs, settled()).catch(() => {
        silent = true;
      });
    },

    async close() {
      clearInterval(timer);
      await unsubscribe();
      events = [];
      wanted.clear();
      stale = false;
      await reading;
    },
  };
}

function eventOf({ family, product, runAt, validAt }: FrameName): FrameEvent {
  return {
    kind: 'published',
    family,
    product,
    runAt: runAt?.toISOString() ?? null,
    validAt: validAt.toISOString(),
  };
}

function nameOf({
  family,
  product,
  runAt,
  validAt,
}: FrameEvent): Pick<Frame, 'product' | 'runAt' | 'validAt'> & { family: FrameFamily } {
  return { family: family as FrameFamily, product, runAt: runAt ? new Date(runAt) : null, validAt: new Date(validAt) };
}
