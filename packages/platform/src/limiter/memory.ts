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
 * A limiter inside this process: its verdicts are there at once. Keys of which nothing counts any more are let go as
 * others are asked for; when it is full all the same, the key asked for longest ago goes, and begins anew.
 */
export function createMemoryLimiter(options: MemoryLimiterOptions = {}): Limiter & { readonly keys: number } {
  const { maxKeys = 100_000, maxBytes = 64 << 20, now = () => performance.now() } = options;
  const span = options.windowMs ?? windowMs;
  // A Map keeps the order of insertion: the first ring is the one asked for longest ago.
  const rings = new Map<string, Ring>();
  let bytes = 0;

  function ringOf(key: string, limit: number): Ring {
    const known = rings.get(key);
    const ring = known?.limit === limit ? known : new Ring(limit, span);
    if (known) drop(key, known);
    rings.set(key, ring);
    bytes += keyBytes + ring.bytes;
    return ring;
  }

  function drop(key: string, ring: Ring): void {
    rings.delete(key);
    bytes -= keyBytes + ring.bytes;
  }

  /** One key comes at a time, so looking at two keeps the oldest ones from gathering. */
  function letGo(at: number): void {
    let looked = 0;
    for (const [key, ring] of rings) {
      const full = rings.size > maxKeys || bytes > maxBytes;
      if (rings.size === 1 || (!full && (looked++ === 2 || !ring.isOver(at)))) return;
      drop(key, ring);
    }
  }

  return {
    take(key, limit) {
      const at = now();
      const ring = ringOf(key, limit);
      const before = ring.bytes;
      const verdict = ring.take(at);
      bytes += ring.bytes - before;
      letGo(at);
      return verdict;
    },

    get keys() {
      return rings.size;
    },

    async close() {
      rings.clear();
      bytes = 0;
    },
  };
}
