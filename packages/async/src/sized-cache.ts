import type { CacheBudget, CacheEntry, CacheKind, CacheKindOptions } from './cache-budget.ts';

interface Entry<V> extends CacheEntry {
  key: string;
  value: V;
}

/** A budget, and what a cache takes from it. */
export interface CacheOptions<V> extends Omit<CacheKindOptions<never>, 'onEvict'> {
  budget: CacheBudget;
  /** Called with each value that is evicted or deleted. */
  onRemove?: (value: V) => void;
}

/** A value that takes more of what a kind can have is not kept by `set`: it would cost too many others. */
const mostOfKind = 1 / 4;

/** Values by key within a budget. */
export class SizedCache<V> {
  /** The memory of the cache. */
  readonly kind: CacheKind<Entry<V>>;
  readonly #entries = new Map<string, Entry<V>>();
  readonly #onRemove: ((value: V) => void) | undefined;

  constructor({ budget, name, minimum, most, onRemove }: CacheOptions<V>) {
    this.#onRemove = onRemove;
    this.kind = budget.open({
      name,
      minimum,
      most,
      onEvict: ({ key, value }) => {
        this.#entries.delete(key);
        onRemove?.(value);
      },
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The value if it is cached; marks it as used. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.kind.use(entry);
    return entry.value;
  }

  /** The value if it is cached; does not mark it as used. */
  peek(key: string): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Keeps a value in place of the one that had its key, unless it is too large. */
  set(key: string, value: V, bytes: number): void {
    this.delete(key);
    if (bytes <= this.kind.mostBytes * mostOfKind) this.add(key, value, bytes);
  }

  /** Keeps a value of any size that fits. Its key must be new. */
  add(key: string, value: V, bytes: number): void {
    const entry: Entry<V> = { bytes, usedAt: 0, newer: undefined, older: undefined, key, value };
    if (this.kind.add(entry)) this.#entries.set(key, entry);
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.kind.remove(entry);
    this.#onRemove?.(entry.value);
  }
}
