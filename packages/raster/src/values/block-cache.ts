import type { Block } from './decode-block.ts';

/** Memory of an entry besides its cells: the entry, the array object, the links of the list. */
const overheadBytes = 256;

interface Entry {
  block: Block;
  bytes: number;
  slots: Slots;
  index: number;
  newer: Entry | undefined;
  older: Entry | undefined;
}

/** Cached blocks of one file by index. Only a `BlockCache` writes to it. */
export type Slots = (Entry | undefined)[];

/**
 * An LRU cache of unpacked blocks, shared by any number of files. A file finds its blocks by index in its own `Slots`, so a
 * hit costs two array reads and, rarely, a move within the list.
 */
export class BlockCache {
  readonly maxBytes: number;
  #bytes = 0;
  #newest: Entry | undefined;
  #oldest: Entry | undefined;

  /** @param maxBytes memory of all blocks; a larger block is not cached */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Octets in the cache. */
  get bytes(): number {
    return this.#bytes;
  }

  get(slots: Slots, index: number): Block | undefined {
    const entry = slots[index];
    if (entry === undefined) return undefined;
    if (entry !== this.#newest) {
      this.#unlink(entry);
      this.#link(entry);
    }
    return entry.block;
  }

  set(slots: Slots, index: number, block: Block): void {
    const bytes = block.byteLength + overheadBytes;
    this.#remove(slots[index]);
    if (bytes > this.maxBytes) return;
    while (this.#bytes + bytes > this.maxBytes) this.#remove(this.#oldest);
    const entry: Entry = { block, bytes, slots, index, newer: undefined, older: undefined };
    slots[index] = entry;
    this.#bytes += bytes;
    this.#link(entry);
  }

  /** Drops all blocks of a file. */
  forget(slots: Slots): void {
    for (const entry of slots) this.#remove(entry);
  }

  #remove(entry: Entry | undefined): void {
    if (!entry) return;
    this.#unlink(entry);
    this.#bytes -= entry.bytes;
    entry.slots[entry.index] = undefined;
  }

  #link(entry: Entry): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    this.#newest = entry;
    this.#oldest ??= entry;
  }

  #unlink(entry: Entry): void {
    if (entry.newer) entry.newer.older = entry.older;
    else this.#newest = entry.older;
    if (entry.older) entry.older.newer = entry.newer;
    else this.#oldest = entry.newer;
  }
}
