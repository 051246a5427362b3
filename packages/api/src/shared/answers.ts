import { UpstreamError } from '@severe/base';
import type { DataSet } from '@severe/db';
import { cacheControl, Reply } from '@severe/http';
import { LRUCache } from 'lru-cache';
import type { DataVersions } from './data-versions.ts';
import { within } from './within.ts';

/** So long an answer of the database is waited for, and then it counts as away. */
const databasePatienceMs = 2_900;
/** So long after its making an answer is still given while the database is away: as long as `stale-if-error` says. */
const staleMs = 300_000;

/** So long at most an answer is good for others before there is any data of some kind that it is made of. */
const emptySeconds = 60;
const untilThereIs = { 'Cache-Control': cacheControl({ seconds: emptySeconds }) };

/** What an answer depends on, and how it is made. */
export interface Asked {
  /** The path and the normalised query. */
  key: string;
  /** Names of the data sets that it is made of. */
  of: readonly string[];
  /** How long it is good where time alone changes it. */
  seconds: number;
  /** How long it is waited for, where it takes more than the database. */
  patienceMs?: number;
  /** @param sets those named in `of` that there are, as they stood before the answer was made */
  make: (sets: DataSet[]) => Promise<Reply>;
}

export type Answers = (asked: Asked) => Promise<Reply>;

interface Kept {
  reply: Reply;
  /** Whether it would be made the same now, as far as that is known. */
  stands: () => boolean;
  madeAt: number;
}

/**
 * A memory for answers: what was asked of the same data is not worked out again, and those who ask together wait for
 * one. While the database is away, what was answered in the last five minutes is given with its age. What was old already
 * when it was made, and has an `Age`, is not kept.
 *
 * @param maxBytes memory for bodies; those least used go first
 */
export function createAnswers(versions: Pick<DataVersions, 'current' | 'known'>, maxBytes: number): Answers {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: ({ reply }, key) => (reply.body?.length ?? 0) + 2 * key.length + 1000,
  });
  const running = new Map<string, Promise<Reply>>();

  async function answer(asked: Asked): Promise<Reply> {
    const { key, of, seconds, make } = asked;
    const current = await versions.current();
    const old = kept.get(key);
    if (old?.stands()) return old.reply;

    const stand = standOf(current, of);
    const task = `${stand} ${key}`;
    const under = running.get(task);
    if (under) return under;
    const madeAt = performance.now();
    const sets = of.flatMap((name) => current.get(name) ?? []);
    const awaited = sets.length < of.length && seconds > emptySeconds;
    const making = make(sets)
      .then((made) => {
        if (made.status !== 200 || 'Age' in made.headers) return made;
        const stands = standsFor(stand, { of, until: madeAt + seconds * 1000 });
        const headers = awaited ? { ...untilThereIs, ...made.headers } : made.headers;
        const reply = new Reply(made.status, headers, made.body, stands);
        kept.set(key, { reply, stands, madeAt });
        return reply;
      })
      .finally(() => running.delete(task));
    running.set(task, making);
    return making;
  }

  /** Asked for every request, so what was found of versions is remembered until they are read again. */
  function standsFor(stand: string, { of, until }: { of: readonly string[]; until: number }): () => boolean {
    let good: ReturnType<typeof versions.known>;
    return () => {
      const known = versions.known();
      if (!known || performance.now() >= until) return false;
      if (known !== good && standOf(known, of) !== stand) return false;
      good = known;
      return true;
    };
  }

  return async (asked) => {
    try {
      const { patienceMs = databasePatienceMs } = asked;
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

/** The versions of the data sets that an answer is made of, as one text. */
function standOf(versions: Map<string, DataSet>, of: readonly string[]): string {
  return of.map((name) => `${name} ${versions.get(name)?.version ?? 0}`).join();
}
