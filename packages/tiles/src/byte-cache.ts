import { UpstreamError } from '@severe/base';

export interface ByteCacheOptions<V> {
  /** What is kept here, for messages: `tile archives`. */
  name: string;
  /** What is kept and what is on its way never hold more than this together. */
  maxBytes: number;
  /** How many keys may be on their way at once, those that wait for room included. */
  maxFlights?: number;
  /** How long somebody waits for a value before it is given up for him; the fetch goes on for the others. */
  patienceMs?: number;
  /** How long a fetch may take before its place is given away. */
  giveUpMs?: number;
  /** Called with a value that is no longer kept. */
  onLeave?: (value: V) => void;
}

/** A value with what it holds in memory. */
export interface Sized<V> {
  value: V;
  bytes: number;
}

export interface ByteCacheCounts {
  bytes: number;
  entries: number;
  flights: number;
  hits: number;
  loads: number;
  failures: number;
  evictions: number;
}

/**
 * Values by key, bounded by their bytes: the least recently used go first. A value is fetched once for all who wait for
 * it, and its room is made before the fetch begins, so the bound holds while fetches are under way.
 */
export class ByteCache<V> {
  readonly #entries = new Map<string, Sized<V>>(); // in the order of last use
  readonly #flights = new Map<string, Promise<V>>();
  readonly #options: Required<ByteCacheOptions<V>>;
  readonly #counts = { hits: 0, loads: 0, failures: 0, evictions: 0 };
  #held = 0;
  #reserved = 0;
  #landed = signal();
  #newest = '';

  constructor(options: ByteCacheOptions<V>) {
    this.#options = { maxFlights: 256, patienceMs: 2500, giveUpMs: 20_000, onLeave: () => undefined, ...options };
  }

  /** The value if it is here; it counts as used. */
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

  /** Whether a value is on its way; asking for it costs no fetch. */
  isComing(key: string): boolean {
    return this.#flights.has(key);
  }

  /** Whether a value that satisfies the condition is here; asking does not use it. */
  some(condition: (value: V) => boolean): boolean {
    for (const { value } of this.#entries.values()) if (condition(value)) return true;
    return false;
  }

  /**
   * The value, fetched by `load` when it is not here.
   *
   * @param expectedBytes what the value will hold; room for it is made before `load` is called
   * @throws {UpstreamError} when it takes too long, when too many wait, or when it can never fit
   */
  get(key: string, expectedBytes: number, load: () => Promise<Sized<V>>): Promise<V> {
    const here = this.peek(key);
    if (here !== undefined) return Promise.resolve(here);
    const { name, maxBytes, maxFlights, patienceMs } = this.#options;
    let flight = this.#flights.get(key);
    if (!flight) {
      if (expectedBytes > maxBytes) {
        return Promise.reject(
          new UpstreamError(name, `${key} has ${expectedBytes} bytes, the cache for ${name} ${maxBytes}`),
        );
      }
      if (this.#flights.size >= maxFlights) {
        const busy = `${maxFlights} fetches of ${name} are under way`;
        return Promise.reject(new UpstreamError(name, busy, { retryAfterSeconds: 1 }));
      }
      flight = this.#fly(key, expectedBytes, load);
      this.#flights.set(key, flight);
    }
    return within(patienceMs, flight, () => new UpstreamError(name, `${key} did not come within ${patienceMs} ms`));
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#held -= entry.bytes;
    if (this.#newest === key) this.#newest = '';
    this.#options.onLeave(entry.value);
  }

  counts(): ByteCacheCounts {
    const { size: entries } = this.#entries;
    return { ...this.#counts, bytes: this.#held + this.#reserved, entries, flights: this.#flights.size };
  }

  async #fly(key: string, expectedBytes: number, load: () => Promise<Sized<V>>): Promise<V> {
    const { name, giveUpMs } = this.#options;
    let reserved = false;
    try {
      while (!this.#makeRoom(expectedBytes)) await this.#landed.promise; // others are on their way with all the room
      this.#reserved += expectedBytes;
      reserved = true;
      this.#counts.loads++;
      const late = () => new UpstreamError(name, `${key} did not come within ${giveUpMs} ms`);
      const { value, bytes } = await within(giveUpMs, load(), late);
      this.#reserved -= expectedBytes;
      reserved = false;
      if (this.#makeRoom(bytes)) {
        this.#entries.set(key, { value, bytes });
        this.#held += bytes;
        this.#newest = key;
      }
      return value;
    } catch (error) {
      this.#counts.failures++;
      throw error;
    } finally {
      if (reserved) this.#reserved -= expectedBytes;
      this.#flights.delete(key);
      this.#landed.resolve();
      this.#landed = signal();
    }
  }

  /** Lets the least recently used go until `bytes` more fit; false when what is on its way leaves too little. */
  #makeRoom(bytes: number): boolean {
    const { maxBytes } = this.#options;
    if (this.#reserved + bytes > maxBytes) return false;
    for (const key of this.#entries.keys()) {
      if (this.#held + this.#reserved + bytes <= maxBytes) break;
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
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** What the promise gives, or the error when it has not settled in time; the promise itself goes on. */
export async function within<T>(ms: number, promise: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
