import { messageOf, type Log } from '@severe/base';
import { channels, frameFamilies, type FrameEvent, type FrameFamily } from '@severe/catalogue';
import type { Database, Frame } from '@severe/db';
import type { Pubsub } from '@severe/platform';
import type { FrameIndex, ListedFrame } from './frame-index.ts';

export interface FollowOptions {
  index: FrameIndex;
  frames: Database['frames'];
  pubsub: Pubsub;
  log: Log;
  /** How long a missed event may go unnoticed. */
  refreshMs?: number;
  onAdded?: (frame: ListedFrame) => void;
  onRemoved?: (frame: ListedFrame) => void;
}

export interface Follower {
  close(): Promise<void>;
}

/**
 * Keeps an index equal to the rows: loads it, hears of changes, and reads all of it again every fifteen seconds, so
 * that a missed event costs no more than that. While the database is away the index keeps what it knows.
 *
 * Reads run one after the other: a row heard of during a full read is looked up after it, and never overwritten by it.
 *
 * @throws {UpstreamError} when the first load fails
 */
export async function followFrames(options: FollowOptions): Promise<Follower> {
  const { index, frames, pubsub, log, refreshMs = 15_000, onAdded, onRemoved } = options;
  let heard: FrameEvent[] = [];
  let stale = false;
  let reading: Promise<void> | undefined;
  let failing = false;

  const added = (frame: ListedFrame | undefined) => frame && onAdded?.(frame);
  const removed = (frame: ListedFrame | undefined) => frame && onRemoved?.(frame);

  async function readAll(): Promise<void> {
    for (const family of frameFamilies) {
      const change = index.replace(family, await frames.all(family));
      change.removed.forEach(removed);
      change.added.forEach(added);
    }
  }

  async function takeIn(event: FrameEvent): Promise<void> {
    const name = nameOf(event);
    const row =
      event.kind === 'published' ? await frames.find(name.family, name.product, name.runAt, name.validAt) : undefined;
    if (row) added(index.add(row));
    else removed(index.remove(name));
  }

  async function catchUp(): Promise<void> {
    while (stale || heard.length > 0) {
      if (stale) {
        stale = false;
        heard = [];
        await readAll();
      } else {
        await takeIn(heard.shift() as FrameEvent);
      }
    }
  }

  function wake(): void {
    reading ??= catchUp()
      .then(() => {
        if (failing) log.info('the list of frames is current again');
        failing = false;
      })
      .catch((error: unknown) => {
        if (!failing)
          log.warn({ reason: messageOf(error) }, 'the list of frames cannot be read; serving what is known');
        failing = true;
        heard = []; // the next full read covers them
      })
      .finally(() => {
        reading = undefined;
        if (!failing && heard.length > 0) wake(); // heard after the loop had ended
      });
  }

  const unsubscribe = await pubsub.subscribe<FrameEvent>(channels.frames, (event) => {
    heard.push(event);
    if (heard.length > 500) stale = true;
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
  if (heard.length > 0) wake();
  const timer = setInterval(() => {
    stale = true;
    wake();
  }, refreshMs);
  timer.unref();

  return {
    async close() {
      clearInterval(timer);
      await unsubscribe();
      heard = [];
      stale = false;
      await reading;
    },
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
