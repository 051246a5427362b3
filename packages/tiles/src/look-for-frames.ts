import { withTimeout } from '@severe/async';
import type { FrameName } from '@severe/catalogue';
import type { Database } from '@severe/db';
import type { Observed } from './choose-frame.ts';
import type { FrameIndex } from './frame-index.ts';

export interface LookOptions {
  index: FrameIndex;
  frames: Pick<Database['frames'], 'after'>;
  /** Adds rows to the index. */
  list: (frames: readonly FrameName[]) => Promise<void>;
}

/** Longest wait of a request. After a stall of the database, requests do not wait until it answers again. */
const maxWaitMs = 500;

/**
 * Creates a function that adds the frames of a product that the index does not have yet. Another process may have told
 * a client of them before this one knows. It reads what is there after the call; concurrent callers share a read. Never
 * fails: without the database the index stays as it is.
 */
export function createFrameLook({ index, frames, list }: LookOptions): (subject: Observed) => Promise<void> {
  /** Reads that have not begun, and those that run, by product. */
  const next = new Map<string, Promise<void>>();
  const running = new Map<string, Promise<void>>();
  let isAnswering = true;

  async function look({ family, id }: Observed): Promise<void> {
    try {
      const known = index.runs(family, id)[0]?.frames ?? [];
      const newest = known.reduce((highest, frame) => Math.max(highest, frame.id), 0);
      const found = await frames.after(family, id, newest);
      isAnswering = true;
      await list(found.map((frame) => ({ ...frame, family })));
    } catch {
      isAnswering = false; // the follower of the frames logs it
    }
  }

  function begin(key: string, subject: Observed): Promise<void> {
    const read = (running.get(key) ?? Promise.resolve()).then(async () => {
      next.delete(key);
      running.set(key, read);
      await look(subject);
      if (running.get(key) === read) running.delete(key);
    });
    next.set(key, read);
    return read;
  }

  return async (subject) => {
    const key = `${subject.family}/${subject.id}`;
    const read = next.get(key) ?? begin(key, subject);
    if (!isAnswering) return;
    await withTimeout(maxWaitMs, read).catch(() => {
      isAnswering = false;
    });
  };
}
