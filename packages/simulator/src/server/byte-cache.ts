/** A cache of made files with a limit on total bytes. The least recently used file is evicted first. */
export class ByteCache {
  readonly #entries = new Map<string, Uint8Array>();
  readonly #limit: number;
  #totalBytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The bytes of a key, made on a miss. */
  get(key: string, make: () => Uint8Array): Uint8Array {
    const cached = this.#entries.get(key);
    const bytes = cached ?? make();
    if (cached) this.#entries.delete(key);
    else this.#totalBytes += bytes.length;
    this.#entries.set(key, bytes);
    for (const [oldest, { length }] of this.#entries) {
      if (this.#totalBytes <= this.#limit) break;
      this.#entries.delete(oldest);
      this.#totalBytes -= length;
    }
    return bytes;
  }
}
