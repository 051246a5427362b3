import { UpstreamError } from '@severe/base';
import { SharedTask } from './shared-task.ts';
import { withTimeout } from './with-timeout.ts';

export interface ByteCacheOptions<V> {
  /** Name of the contents for error messages, such as `tile archives`. */
  name: string;
  /** Limit of cached values and of values that are being loaded, together. */
  maxBytes: number;
  /** Limit of keys that are being loaded, including those that wait for memory. */
  maxPending?: number;
  /** Timeout of one caller; the load continues for the others. */
  waitMs?: number;
  /** Timeout of a load; after it, its memory is released. Infinite for loads with a limit of their own. */
  loadTimeoutMs?: number;
  /** Called with each value that is evicted or deleted. */
  onRemove?: (value: V) => void;
}

/** A value and its size in memory. */
export interface Sized<V> {
  value: V;
  bytes: number;
}

export interface ByteCacheCounts {
  bytes: number;
  entries: number;
  pending: number;
  hits: number;
  loads: number;
  failures: number;
  evictions: number;
}

/**
 * A cache of values by key, bounded by bytes; the least recently used values are evicted first. Concurrent callers share
 * one load, which is cancelled when all of them are gone. Memory is reserved before a load starts, so the bound also holds
 * during loads.
 */
export class ByteCache<V> {
  readonly #entries = new Map<string, Sized<V>>(); // in the order of last use
  readonly #pending = new Map<string, SharedTask<V>>();
  readonly #options: Required<ByteCacheOptions<V>>;
  readonly #counts = { hits: 0, loads: 0, failures: 0, evictions: 0 };
  #cachedBytes = 0;
  #reservedBytes = 0;
  #loadEnded = signal();
  #newest = '';

  constructor(options: ByteCacheOptions<V>) {
    this.#options = { maxPending: 256, waitMs: 2500, loadTimeoutMs: 20_000, onRemove: () => undefined, ...options };
  }

  /** The value if it is cached; marks it as used. */
  peek(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#counts.hits++;
    if (key !== this.#newest) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      this.#newest = key;
    }
    return entry.value;
  }

  /** Whether the value is being loaded; `get` then starts no further load. */
  isLoading(key: string): boolean {
    return this.#pending.has(key);
  }

  /** Whether a cached value satisfies the condition; does not mark it as used. */
  some(condition: (value: V) => boolean): boolean {
    for (const { value } of this.#entries.values()) if (condition(value)) return true;
    return false;
  }

  /**
   * The value; `load` creates it if it is not cached.
   *
   * A caller that has left through its timeout may ask again, so the load goes on; one whose signal aborts does not.
   *
   * @param expectedBytes expected size of the value; reserved before `load` is called
   * @param load          `wanted` aborts when all callers are gone; a load that goes on is cached
   * @param caller        aborts when this caller is gone
   * @throws {UpstreamError} on a timeout, if too many keys are being loaded, or if the value exceeds the cache
   */
  get(
    key: string,
    expectedBytes: number,
    load: (wanted: AbortSignal) => Promise<Sized<V>>,
    caller?: AbortSignal,
  ): Promise<V> {
    const cached = this.peek(key);
    if (cached !== undefined) return Promise.resolve(cached);
    const { name, maxBytes, maxPending, waitMs } = this.#options;
    let pending = this.#pending.get(key);
    if (pending?.abandoned) return pending.ended.then(() => this.get(key, expectedBytes, load, caller));
    if (!pending) {
      if (expectedBytes > maxBytes) {
        return Promise.reject(
          new UpstreamError(name, `${key} needs ${expectedBytes} bytes, the cache for ${name} has ${maxBytes}`),
        );
      }
      if (this.#pending.size >= maxPending) {
        const busy = `${maxPending} loads of ${name} are running`;
        return Promise.reject(new UpstreamError(name, busy, { retryAfterSeconds: 1 }));
      }
      pending = new SharedTask((wanted) => this.#load(key, expectedBytes, wanted, load));
      this.#pending.set(key, pending);
    }
    return withTimeout(
      waitMs,
      pending.join(caller),
      () => new UpstreamError(name, `${key} was not loaded within ${waitMs} ms`),
    );
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#cachedBytes -= entry.bytes;
    if (this.#newest === key) this.#newest = '';
    this.#options.onRemove(entry.value);
  }

  counts(): ByteCacheCounts {
    const { size: entries } = this.#entries;
    return { ...this.#counts, bytes: this.#cachedBytes + this.#reservedBytes, entries, pending: this.#pending.size };
  }

  async #load(
    key: string,
    expectedBytes: number,
    wanted: AbortSignal,
    load: (wanted: AbortSignal) => Promise<Sized<V>>,
  ): Promise<V> {
    const { name, loadTimeoutMs } = this.#options;
    let reserved = false;
    try {
      while (!this.#evictFor(expectedBytes)) {
        await this.#loadEnded.promise; // other loads have reserved the memory
        wanted.throwIfAborted();
      }
      this.#reservedBytes += expectedBytes;
      reserved = true;
      this.#counts.loads++;
      const createError = () => new UpstreamError(name, `${key} was not loaded within ${loadTimeoutMs} ms`);
      const { value, bytes } = await withTimeout(loadTimeoutMs, load(wanted), createError);
      this.#reservedBytes -= expectedBytes;
      reserved = false;
      if (this.#evictFor(bytes)) {
        this.#entries.set(key, { value, bytes });
        this.#cachedBytes += bytes;
        this.#newest = key;
      }
      return value;
    } catch (error) {
      if (!wanted.aborted) this.#counts.failures++;
      throw error;
    } finally {
      if (reserved) this.#reservedBytes -= expectedBytes;
      this.#pending.delete(key);
      this.#loadEnded.resolve();
      this.#loadEnded = signal();
    }
  }

  /** Evicts the least recently used values until `bytes` more fit; false if reservations leave too little memory. */
  #evictFor(bytes: number): boolean {
    const { maxBytes } = this.#options;
    if (this.#reservedBytes + bytes > maxBytes) return false;
    for (const key of this.#entries.keys()) {
      if (this.#cachedBytes + this.#reservedBytes + bytes <= maxBytes) break;
      this.delete(key);
      this.#counts.evictions++;
    }
    return true;
  }
}

interface Signal {
  promise: Promise<void>;
  resolve: () => void;
}

function signal(): Signal {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
