import type { Limiter } from './port.ts';
import { Ring } from './ring.ts';
import { windowMs } from './window.ts';

/** What a key costs beside its moments: its text, its place in the map and two objects, about. */
const keyBytes = 400;

export interface MemoryLimiterOptions {
  /** How many keys it remembers at most. */
  maxKeys?: number;
  /** How many bytes they may take, about. */
  maxBytes?: number;
  /** How long a request counts; 60 s when absent. */
  windowMs?: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/**
 * A limiter inside this process: its verdicts are there at once.
 *
 * Keys live in two generations. Whoever is asked for comes to the younger one, and when that has lasted for a window, or
 * holds half of what there may be, the older one is let go and it takes its place. So what goes counts no more or, when
 * the limiter is full, was asked for longest ago and begins anew. (One `Map`, in which each use moves a key to the end,
 * takes 10 µs a request with 10,000 keys: it passes over the places that were left.)
 */
export function createMemoryLimiter(options: MemoryLimiterOptions = {}): Limiter & { readonly keys: number } {
  const { maxKeys = 100_000, maxBytes = 64 << 20, now = () => performance.now() } = options;
  const span = options.windowMs ?? windowMs;
  let young = new Map<string, Ring>();
  let old = new Map<string, Ring>();
  let youngBytes = 0;
  let beganAt = now();

  function ringOf(key: string, limit: number, at: number): Ring {
    const known = young.get(key);
    if (known?.limit === limit) return known;
    const before = known ?? old.get(key);
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
