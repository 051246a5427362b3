import { SharedTask, SizedCache, withTimeout, type CacheBudget } from '@severe/async';
import { UpstreamError } from '@severe/base';
import type { DataSet } from '@severe/db';
import { cacheControl, Reply } from '@severe/http';
import type { DataVersions } from './data-versions.ts';

/** Database timeout. After it, a response of the last minutes is served, and the new one is still created. */
const databaseTimeoutMs = 2_900;
/** Timeout if there is no such response: on a busy machine a response takes seconds. */
const firstTimeoutMs = 15_000;
/** Maximum age of a response that is served while the database is unavailable; equals `stale-if-error`. */
const staleMs = 300_000;

/** Share of the memory of all caches that responses keep. */
const minimum = 1 / 64;
/** Share that they never exceed: they live for seconds, and half a gigabyte of them makes every response slower. */
const most = 1 / 16;
/** Memory of an entry besides its body and key. */
const entryBytes = 1000;

/** Maximum cache time of a response while one of its data sets is still empty. */
const emptySeconds = 60;
const emptyHeaders = { 'Cache-Control': cacheControl({ seconds: emptySeconds }) };

/** What a response depends on, and how to create it. */
interface ResponseSource {
  /** Path and canonical query; identify the response. */
  key: string;
  /** Names of the data sets that the response contains. */
  dataSets: readonly string[];
  /** Maximum cache time in seconds, if the data do not change. */
  seconds: number;
  /** Timeout, if `make` needs more than the database timeout. */
  timeoutMs?: number;
  /** Aborts when this caller is gone. */
  caller?: AbortSignal;
  /**
   * Creates the response. One with a check of its own (`Reply.isCurrent`) is current only while that holds too.
   *
   * @param sets   the existing data sets of `dataSets`, as read before the response is created
   * @param wanted aborts when all callers are gone
   */
  make: (sets: DataSet[], wanted: AbortSignal) => Promise<Reply>;
}

/** Returns the cached reply of a source, or creates it. @throws {UpstreamError} if the database is unavailable */
export type ResponseCache = (source: ResponseSource) => Promise<Reply>;

interface CachedReply {
  reply: Reply;
  /** Whether the data are unchanged and the reply has not expired. */
  isCurrent: () => boolean;
  createdAt: number;
}

/**
 * Caches responses by data version. Identical requests on unchanged data share one response, and concurrent ones share
 * one call of `make`, which is cancelled when all of them are gone. While the database is slow or unavailable, a response of the last five minutes is served with its
 * age.
 * Responses that are already stale (with an `Age` header) are not cached.
 *
 * @param budget  memory of the responses, among others
 * @param speed   seconds of the clock of the service per real second; times of replies pass that much faster
 * @param variant of the request: requests of different variants share no response
 */
export function createResponseCache(
  versions: Pick<DataVersions, 'current' | 'cached'>,
  budget: CacheBudget,
  { speed = 1, variant = () => '' }: { speed?: number | undefined; variant?: () => string } = {},
): ResponseCache {
  const cache = new SizedCache<CachedReply>({ name: 'responses', budget, minimum, most });
  const pending = new Map<string, SharedTask<Reply>>();

  async function replyTo(source: ResponseSource): Promise<Reply> {
    const { key, dataSets, seconds, caller, make } = source;
    const current = await versions.current();
    const cached = cache.get(key);
    if (cached?.isCurrent()) return cached.reply;

    const versionKey = versionKeyOf(current, dataSets);
    const task = `${versionKey} ${key}`;
    const running = pending.get(task);
    if (running?.abandoned) return running.ended.then(() => replyTo(source));
    if (running) return running.join(caller);
    const createdAt = performance.now();
    const sets = dataSets.flatMap((name) => current.get(name) ?? []);
    const isEmpty = sets.length < dataSets.length && seconds > emptySeconds;
    const keep = (made: Reply): Reply => {
      if (made.status !== 200 || 'Age' in made.headers) return made;
      const isUnchanged = currencyCheck(versionKey, { dataSets, until: createdAt + (seconds * 1000) / speed });
      const isCurrent = () => isUnchanged() && made.isCurrent?.() !== false;
      const headers = isEmpty ? { ...emptyHeaders, ...made.headers } : made.headers;
      const reply = new Reply(made.status, headers, made.body, isCurrent);
      cache.set(key, { reply, isCurrent, createdAt }, (reply.body?.length ?? 0) + 2 * key.length + entryBytes);
      return reply;
    };
    const creation = new SharedTask((wanted) =>
      make(sets, wanted)
        .then(keep)
        .finally(() => pending.delete(task)),
    );
    pending.set(task, creation);
    return creation.join(caller);
  }

  /** Returns the check of one reply. It runs for every request, so it compares again only after the versions are read. */
  function currencyCheck(
    versionKey: string,
    { dataSets, until }: { dataSets: readonly string[]; until: number },
  ): () => boolean {
    let checked: ReturnType<typeof versions.cached>;
    return () => {
      const cached = versions.cached();
      if (!cached || performance.now() >= until) return false;
      if (cached !== checked && versionKeyOf(cached, dataSets) !== versionKey) return false;
      checked = cached;
      return true;
    };
  }

  return async (given) => {
    const source = { ...given, key: variant() + given.key };
    try {
      const stale = cache.peek(source.key);
      const usable = stale !== undefined && performance.now() - stale.createdAt <= staleMs;
      const { timeoutMs = usable ? databaseTimeoutMs : firstTimeoutMs } = source;
      return await withTimeout(timeoutMs, replyTo(source), () => new UpstreamError('database', 'timed out'));
    } catch (error) {
      const cached = cache.get(source.key);
      const ageMs = cached && performance.now() - cached.createdAt;
      if (!(error instanceof UpstreamError) || !cached || ageMs! > staleMs) throw error;
      const { status, headers, body } = cached.reply;
      return new Reply(status, { ...headers, Age: String(Math.floor(ageMs! / 1000)) }, body);
    }
  };
}

/** Versions of the data sets of a response, as one string. */
function versionKeyOf(versions: Map<string, DataSet>, dataSets: readonly string[]): string {
  return dataSets.map((name) => `${name} ${versions.get(name)?.version ?? 0}`).join();
}
