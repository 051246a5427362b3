import { freeWhenIdle } from '@severe/async';
import type { Objects } from '@severe/platform';
import { isOfSeveralProducts } from './raw.ts';

/** A file is kept so long after it was last asked for: its frames are made one after another. */
const idleMs = 20_000;

/**
 * The last file of several products: all bands of a satellite have 50 MB, of which one frame after another is made in some
 * thread. It is fetched once, into memory that the threads share.
 */
export class SharedFile {
  readonly #objects: Objects;
  #key = '';
  #bytes: Promise<Uint8Array | undefined> | undefined;
  readonly #asked = freeWhenIdle(idleMs, () => this.#forget());

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  /** The file; undefined if it is of one product, or cannot be fetched: the thread then says why. */
  async of(key: string): Promise<Uint8Array | undefined> {
    if (!isOfSeveralProducts(key)) return undefined;
    if (this.#key !== key || !this.#bytes) {
      this.#key = key;
      this.#bytes = this.#fetch(key);
    }
    const bytes = await this.#bytes;
    if (!bytes && this.#key === key) this.#forget();
    this.#asked();
    return bytes;
  }

  #forget(): void {
    this.#key = '';
    this.#bytes = undefined;
  }

  async #fetch(key: string): Promise<Uint8Array | undefined> {
    const fetched = await this.#objects.get(key).catch(() => undefined);
    if (!fetched) return undefined;
    const bytes = new Uint8Array(new SharedArrayBuffer(fetched.length));
    bytes.set(fetched);
    return bytes;
  }
}
