/** A cache of the most recently used results. It computes a missing result. */
export class LruCache<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #limit: number;
  readonly #make: (key: K) => V;

  constructor(limit: number, make: (key: K) => V) {
    this.#limit = limit;
    this.#make = make;
  }

  /** The value of a key, computed by `make` (default: the function given to the constructor) if it is missing. */
  get(key: K, make = this.#make): V {
    const value = this.#entries.has(key) ? (this.#entries.get(key) as V) : make(key);
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value as K);
    return value;
  }
}
