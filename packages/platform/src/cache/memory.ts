import { ttlMs } from './ttl.ts';
import type { Cache } from './port.ts';

interface Entry {
  value: string;
  endsAt: number;
}

/**
 * A cache inside this process. When it is full, what was used longest ago goes first.
 *
 * @param options.maxEntries how many facts it holds at most
 * @param options.now        milliseconds of a clock that never goes back
 */
export function createMemoryCache(options: { maxEntries?: number; now?: () => number } = {}): Cache {
  const { maxEntries = 100_000, now = () => performance.now() } = options;
  // A Map keeps the order of insertion: the first entry is the one used longest ago.
  const entries = new Map<string, Entry>();

  function live(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (entry && entry.endsAt > now()) return entry;
    entries.delete(key);
    return undefined;
  }

  function keep(key: string, entry: Entry): void {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value as string);
  }

  return {
    async get(key) {
      const entry = live(key);
      if (entry) keep(key, entry);
      return entry?.value;
    },

    async set(key, value, ttlSeconds) {
      keep(key, { value, endsAt: now() + ttlMs(ttlSeconds) });
    },

    async increment(key, ttlSeconds) {
      const ms = ttlMs(ttlSeconds);
      const entry = live(key);
      const count = Number(entry?.value ?? 0) + 1;
      if (!Number.isSafeInteger(count)) {
        throw new TypeError(`cache key ${key} holds ${JSON.stringify(entry?.value)}, which is no count`);
      }
      keep(key, { value: String(count), endsAt: entry?.endsAt ?? now() + ms });
      return count;
    },

    async ping() {},

    async close() {
      entries.clear();
    },
  };
}
