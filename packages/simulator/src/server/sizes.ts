/** More than the objects of all buckets together. */
const mostKept = 20_000;

/** Remembers how large objects came out. */
export class Sizes {
  private readonly known = new Map<string, number>();

  /** Exact once it was noted, else what is usual. */
  of(key: string, usual: number): number {
    return this.known.get(key) ?? usual;
  }

  note(key: string, size: number): void {
    if (this.known.size >= mostKept) this.known.clear();
    this.known.set(key, size);
  }
}
