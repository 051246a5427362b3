/** A cache of made files with a limit on total bytes. The least recently used file is evicted first. */
export class ByteCache {
  private readonly kept = new Map<string, Uint8Array>();
  private readonly limit: number;
  private held = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The bytes of a key, made on a miss. */
  get(key: string, make: () => Uint8Array): Uint8Array {
    const known = this.kept.get(key);
    const bytes = known ?? make();
    if (known) this.kept.delete(key);
    else this.held += bytes.length;
    this.kept.set(key, bytes);
    for (const [oldest, { length }] of this.kept) {
      if (this.held <= this.limit) break;
      this.kept.delete(oldest);
      this.held -= length;
    }
    return bytes;
  }
}
