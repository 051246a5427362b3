import { FairTurns } from '@severe/async';
import { messageOf, OverBudgetError, type Log } from '@severe/base';
import { digestOf, type ApiKeys, type FoundKey } from '@severe/db';
import { LRUCache } from 'lru-cache';
import { isApiKey } from './api-key.ts';

/** Result for a text in `X-API-Key`: the key; invalid; or unknown, while the database is unavailable. */
export type KeyVerdict = FoundKey | 'invalid' | 'unknown';

/** Finds the key of a request of a client. Returns no promise if the answer is in memory. */
export type FindKey = (text: string, client: string) => KeyVerdict | Promise<KeyVerdict>;

/** Answers are void when the version of all keys rises, which is read at most this often. A revoked key is refused within 1 s. */
const versionMaxAgeMs = 500;
/** Every answer is looked up again after this, which records the use of the key. */
const answerMaxAgeMs = 60_000;
/** Pause after a failure of the database. */
const pauseMs = 1000;

interface KeyLookupOptions {
  apiKeys: Pick<ApiKeys, 'find' | 'version' | 'recordUse'>;
  log: Log;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * Looks up API keys, with a memory of those in use. Texts without the form of a key are refused without the database; few
 * lookups run at the same time, in fair turns of clients, so that made-up keys crowd out neither other requests nor other keys.
 */
export function createKeyLookup({ apiKeys, log, now = () => performance.now() }: KeyLookupOptions): FindKey {
  const answers = new LRUCache<string, KeyVerdict>({ max: 10_000, ttl: answerMaxAgeMs, perf: { now } });
  const turns = new FairTurns({ name: 'key lookup', places: 4, perClient: 2, maxWaiting: 50 });
  let version: number | undefined;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  let unavailableUntil = -Infinity;

  /** The age of a version counts from before it was read. */
  async function readVersion(): Promise<void> {
    const startedAt = now();
    const found = await apiKeys.version();
    if (found !== version) answers.clear();
    version = found;
    readAt = startedAt;
  }

  async function lookUp(text: string, client: string): Promise<KeyVerdict> {
    try {
      while (now() - readAt >= versionMaxAgeMs) await (reading ??= readVersion().finally(() => (reading = undefined)));
      return answers.get(text) ?? (await turns.run(client, undefined, () => find(text)));
    } catch (error) {
      if (error instanceof OverBudgetError) return 'unknown'; // too many lookups of this client, of which others notice nothing
      if (now() >= unavailableUntil)
        log.warn({ reason: messageOf(error) }, 'API keys cannot be looked up: they do not count');
      unavailableUntil = now() + pauseMs;
      return 'unknown';
    }
  }

  async function find(text: string): Promise<KeyVerdict> {
    const before = version;
    const found = await apiKeys.find(digestOf(text));
    const verdict = found ?? 'invalid';
    if (version === before) answers.set(text, verdict);
    if (found) {
      apiKeys
        .recordUse(found.id)
        .catch((error: unknown) => log.debug({ reason: messageOf(error) }, 'the use of a key was not recorded'));
    }
    return verdict;
  }

  return (text, client) => {
    if (!isApiKey(text)) return 'invalid';
    const answer = now() - readAt < versionMaxAgeMs ? answers.get(text) : undefined;
    if (answer) return answer;
    return now() < unavailableUntil ? 'unknown' : lookUp(text, client);
  };
}
