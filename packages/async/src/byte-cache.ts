import { UpstreamError } from '@severe/base';
import { SharedTask } from './shared-task.ts';
import { SizedCache, type CacheOptions } from './sized-cache.ts';
import { withTimeout } from './with-timeout.ts';

export interface ByteCacheOptions<V> extends CacheOptions<V> {
  /** Limit of keys that are being loaded, including those that wait for memory. */
  maxPending?: number;
  /** Timeout of one caller; the load continues for the others. */
  waitMs?: number;
  /** Timeout of a load; after it, its memory is released. Infinite for loads with a limit of their own. */
  loadTimeoutMs?: number;
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
 * A cache of values by key within a budget. Concurrent callers share one load, which is cancelled when all of them are gone.
 * Memory is reserved before a load starts, so the bound also holds during loads.
 */
export class ByteCache<V> {
  readonly #cache: SizedCache<V>;
  readonly #pending = new Map<string, SharedTask<V>>();
  readonly #limits: Required<Pick<ByteCacheOptions<V>, 'maxPending' | 'waitMs' | 'loadTimeoutMs'>>;
  readonly #counts = { hits: 0, loads: 0, failures: 0 };

  constructor({ maxPending = 256, waitMs = 2500, loadTimeoutMs = 20_000, ...options }: ByteCacheOptions<V>) {
    this.#cache = new SizedCache(options);
    this.#limits = { maxPending, waitMs, loadTimeoutMs };
  }

  /** The value if it is cached; marks it as used. */
  peek(key: string): V | undefined {
    const value = this.#cache.get(key);
    if (value !== undefined) this.#counts.hits++;
    return value;
  }

  /** Whether the value is being loaded; `get` then starts no further load. */
  isLoading(key: string): boolean {
    return this.#pending.has(key);
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
    const { maxPending, waitMs } = this.#limits;
    const { name, mostBytes } = this.#cache.kind;
    let pending = this.#pending.get(key);
    if (pending?.abandoned) return pending.ended.then(() => this.get(key, expectedBytes, load, caller));
    if (!pending) {
      if (expectedBytes > mostBytes) {
        return Promise.reject(
          new UpstreamError(name, `${key} needs ${expectedBytes} bytes, the cache for ${name} has ${mostBytes}`),
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
    this.#cache.delete(key);
  }

  counts(): ByteCacheCounts {
    const { kind, size: entries } = this.#cache;
    const { bytes, evictions } = kind;
    return { ...this.#counts, bytes, entries, evictions, pending: this.#pending.size };
  }

  async #load(
    key: string,
    expectedBytes: number,
    wanted: AbortSignal,
    load: (wanted: AbortSignal) => Promise<Sized<V>>,
  ): Promise<V> {
    const { loadTimeoutMs } = this.#limits;
    const { kind } = this.#cache;
    let reserved = 0;
    try {
      while (!kind.reserve(expectedBytes)) {
        await kind.nextRelease(); // other loads have reserved the memory
        wanted.throwIfAborted();
      }
      reserved = expectedBytes;
      this.#counts.loads++;
      const createError = () => new UpstreamError(kind.name, `${key} was not loaded within ${loadTimeoutMs} ms`);
      const { value, bytes } = await withTimeout(loadTimeoutMs, load(wanted), createError);
      kind.release(reserved);
      reserved = 0;
      this.#cache.add(key, value, bytes);
      return value;
    } catch (error) {
      if (!wanted.aborted) this.#counts.failures++;
      throw error;
    } finally {
      if (reserved > 0) kind.release(reserved);
      this.#pending.delete(key);
    }
  }
}
