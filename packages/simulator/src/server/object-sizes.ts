/** Largest number of entries, more than the objects of all buckets together. */
const maxEntries = 20_000;

/** The sizes of objects made so far. */
export class ObjectSizes {
  readonly #entries = new Map<string, number>();

  /** The exact size if it is recorded, else the given typical one. */
  sizeOf(key: string, usual: number): number {
    return this.#entries.get(key) ?? usual;
  }

  record(key: string, size: number): void {
    if (this.#entries.size >= maxEntries) this.#entries.clear();
    this.#entries.set(key, size);
  }
}
