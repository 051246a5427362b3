import { UpstreamError } from '@severe/base';
import type { DataSet } from '@severe/db';
import { Reply } from '@severe/http';
import { LRUCache } from 'lru-cache';
import type { DataVersions } from './data-versions.ts';
import { within } from './within.ts';

/** So long an answer is waited for, and then the database counts as away. */
const patienceMs = 2_900;
/** So long after its making an answer is still given while the database is away: as long as `stale-if-error` says. */
const staleMs = 300_000;

/** What an answer depends on, and how it is made. */
export interface Asked {
  /** The path and the normalised query. */
  key: string;
  /** Names of the data sets that it is made of. */
  of: readonly string[];
  /** How long it is good where time alone changes it. */
  seconds: number;
  /** @param sets those named in `of` that there are, as they stood before the answer was made */
  make: (sets: DataSet[]) => Promise<Reply>;
}

export type Answers = (asked: Asked) => Promise<Reply>;

interface Kept {
  reply: Reply;
  versions: string;
  madeAt: number;
}

/**
 * A memory for answers: what was asked of the same data is not worked out again, and those who ask together wait for
 * one. While the database is away, what was answered in the last five minutes is given with its age.
 *
 * @param maxBytes memory for bodies; those least used go first
 */
export function createAnswers(versions: Pick<DataVersions, 'current'>, maxBytes: number): Answers {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: ({ reply }, key) => (reply.body?.length ?? 0) + 2 * key.length + 1000,
  });
  const running = new Map<string, Promise<Reply>>();

  async function answer(asked: Asked): Promise<Reply> {
    const { key, of, seconds, make } = asked;
    const known = await versions.current();
    const sets = of.flatMap((name) => known.get(name) ?? []);
    const stand = sets.map(({ name, version }) => `${name} ${version}`).join();
    const old = kept.get(key);
    if (old && old.versions === stand && performance.now() - old.madeAt < seconds * 1000) return old.reply;

    const task = `${stand} ${key}`;
    const under = running.get(task);
    if (under) return under;
    const madeAt = performance.now();
    const making = make(sets)
      .then((reply) => {
        if (reply.status === 200) kept.set(key, { reply, versions: stand, madeAt });
        return reply;
      })
      .finally(() => running.delete(task));
    running.set(task, making);
    return making;
  }

  return async (asked) => {
    try {
      return await within(patienceMs, answer(asked), () => new UpstreamError('database', 'too slow to wait for'));
    } catch (error) {
      const old = kept.get(asked.key);
      const age = old && performance.now() - old.madeAt;
      if (!(error instanceof UpstreamError) || !old || age! > staleMs) throw error;
      const { status, headers, body } = old.reply;
      return new Reply(status, { ...headers, Age: String(Math.floor(age! / 1000)) }, body);
    }
  };
}
