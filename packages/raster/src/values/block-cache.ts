import type { CacheBudget, CacheEntry, CacheKind } from '@severe/async/cache-budget';
import type { Block } from './decode-block.ts';

/** Memory of an entry besides its cells: the entry, the array object, the links of the list. */
const overheadBytes = 256;

interface Entry extends CacheEntry {
  block: Block;
  slots: Slots;
  index: number;
}

/** Cached blocks of one file by index. Only a `BlockCache` writes to it. */
export type Slots = (Entry | undefined)[];

/**
 * Unpacked blocks within a budget, shared by any number of files. A file finds its blocks by index in its own `Slots`, so a
 * hit costs two array reads and, rarely, a move within the list.
 */
export class BlockCache {
  readonly #kind: CacheKind<Entry>;

  /** @param minimum share of the budget that other kinds leave to blocks */
  constructor(budget: CacheBudget, minimum: number) {
    this.#kind = budget.open({
      name: 'decoded blocks',
      minimum,
      onEvict: ({ slots, index }) => (slots[index] = undefined),
    });
  }

  /** Octets in the cache. */
  get bytes(): number {
    return this.#kind.bytes;
  }

  get(slots: Slots, index: number): Block | undefined {
    const entry = slots[index];
    if (entry === undefined) return undefined;
    this.#kind.use(entry);
    return entry.block;
  }

  set(slots: Slots, index: number, block: Block): void {
    this.#remove(slots[index]);
    const bytes = block.byteLength + overheadBytes;
    const entry: Entry = { bytes, usedAt: 0, newer: undefined, older: undefined, block, slots, index };
    if (this.#kind.add(entry)) slots[index] = entry;
  }

  /** Drops all blocks of a file. */
  forget(slots: Slots): void {
    for (const entry of slots) this.#remove(entry);
  }

  #remove(entry: Entry | undefined): void {
    if (!entry) return;
    this.#kind.remove(entry);
    entry.slots[entry.index] = undefined;
  }
}
