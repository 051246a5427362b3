import type { Limiter } from './port.ts';
import { Ring } from './ring.ts';
import { windowMs } from './window.ts';

/** Approximate bytes of a key without its timestamps: its text, its map entry and two objects. */
const keyBytes = 400;

interface MemoryLimiterOptions {
  /** Maximum number of keys. */
  maxKeys?: number;
  /** Approximate limit of their bytes. */
  maxBytes?: number;
  /** Length of the window; default 60 s. */
  windowMs?: number;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
}

/**
 * A limiter in the memory of this process; it returns verdicts without a promise.
 *
 * Keys are stored in two generations. A requested key moves to the younger one. When that is one window old or half full,
 * the older generation is dropped and the younger one takes its place. Dropped keys have no requests in the window or, if
 * the limiter is full, are the least recently used. (A single `Map` that moves each used key to the end takes 10 µs per
 * request with 10,000 keys, because it skips deleted entries.)
 */
export function createMemoryLimiter(options: MemoryLimiterOptions = {}): Limiter & { readonly keys: number } {
  const { maxKeys = 100_000, maxBytes = 64 << 20, now = () => performance.now() } = options;
  const span = options.windowMs ?? windowMs;
  let young = new Map<string, Ring>();
  let old = new Map<string, Ring>();
  let youngBytes = 0;
  let beganAt = now();

  function ringOf(key: string, limit: number, at: number): Ring {
    const current = young.get(key);
    if (current?.limit === limit) return current;
    const before = current ?? old.get(key);
    const ring = before?.limit === limit ? before : new Ring(limit, span);
    if (isFull() || at - beganAt >= span) age(at);
    young.set(key, ring);
    youngBytes += keyBytes + ring.bytes;
    return ring;
  }

  function isFull(): boolean {
    return young.size * 2 >= maxKeys || youngBytes * 2 >= maxBytes;
  }

  function age(at: number): void {
    old = young;
    young = new Map();
    youngBytes = 0;
    beganAt = at;
  }

  return {
    take(key, limit) {
      const at = now();
      const ring = ringOf(key, limit, at);
      const before = ring.bytes;
      const verdict = ring.take(at);
      youngBytes += ring.bytes - before;
      return verdict;
    },

    get keys() {
      return young.size + old.size;
    },

    async close() {
      young.clear();
      old.clear();
    },
  };
}
