/** Largest number of entries, more than the objects of all buckets together. */
const mostKept = 20_000;

/** The sizes of objects made so far. */
export class Sizes {
  private readonly known = new Map<string, number>();

  /** The exact size if it is recorded, else the given typical one. */
  of(key: string, usual: number): number {
    return this.known.get(key) ?? usual;
  }

  note(key: string, size: number): void {
    if (this.known.size >= mostKept) this.known.clear();
    this.known.set(key, size);
  }
}
