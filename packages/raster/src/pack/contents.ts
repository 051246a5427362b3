import { crc32 } from 'node:zlib';

/** Deduplicates byte strings, so that identical tiles share their bytes. */
export class Contents {
  readonly #bodies: Uint8Array[] = [];
  readonly #bySum = new Map<number, number[]>();

  /** The index of this content; equal bytes have the same index. Bytes are stored, not copied. */
  add(body: Uint8Array): number {
    const sum = crc32(body);
    const alike = this.#bySum.get(sum);
    const known = alike?.find((index) => Buffer.compare(this.#bodies[index], body) === 0);
    if (known !== undefined) return known;

    const index = this.#bodies.push(body) - 1;
    if (alike) alike.push(index);
    else this.#bySum.set(sum, [index]);
    return index;
  }

  get(index: number): Uint8Array {
    return this.#bodies[index];
  }
}
