/** A cache of the most recently used results. It computes a missing result. */
export class Recent<K, V> {
  private readonly kept = new Map<K, V>();
  private readonly limit: number;
  private readonly make: (key: K) => V;

  constructor(limit: number, make: (key: K) => V) {
    this.limit = limit;
    this.make = make;
  }

  /** The value of a key, computed by `make` (default: the function given to the constructor) if it is missing. */
  get(key: K, make = this.make): V {
    const value = this.kept.has(key) ? (this.kept.get(key) as V) : make(key);
    this.kept.delete(key);
    this.kept.set(key, value);
    if (this.kept.size > this.limit) this.kept.delete(this.kept.keys().next().value as K);
    return value;
  }
}
