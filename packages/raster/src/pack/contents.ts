import { crc32 } from 'node:zlib';

/** Different byte strings, each kept once: how identical tiles come to share their bytes. */
export class Contents {
  readonly #bodies: Uint8Array[] = [];
  readonly #bySum = new Map<number, number[]>();

  /** The number of this content; bytes seen before get the number that they had. They are kept, not copied. */
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
