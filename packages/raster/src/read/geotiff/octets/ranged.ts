import { refuse } from '../refuse.ts';
import type { Octets, Stretch } from './octets.ts';
import { groups, together } from './together.ts';

/** A file that stays where it is, such as an object in a store. */
export interface RangedFile {
  length: number;
  /** Reads exactly `length` octets from `start`, which lie in the file; throws when it cannot. */
  read(start: number, length: number): Promise<Uint8Array>;
}

/** What a file may cost. */
export const rangeLimits = {
  pageBytes: 64 * 1024,
  /** Pages that are kept: the directories of the largest image that is read, with all of its overviews, have fewer. */
  pages: 512,
  /** Requests in all. Those for blocks fetch up to some megabytes, so they are enough for whatever fits in memory. */
  requests: 512,
};

/** What is fetched at the same time. */
const atOnce = { requests: 4, octets: 16 * 1024 ** 2 };

/** Says which pages are wanted. Nothing is wrong: they are fetched, and the reading begins anew. */
class Absent extends Error {
  readonly first: number;
  readonly last: number;

  constructor(first: number, last: number) {
    super(`pages ${first} to ${last} have not been fetched`);
    this.first = first;
    this.last = last;
  }
}

/**
 * A file of which only what is wanted is fetched: directories and values of tags by pages, which are kept, and blocks by
 * stretches, which are not.
 */
export class RangedOctets implements Octets {
  readonly length: number;
  readonly #file: RangedFile;
  readonly #pages = new Map<number, Uint8Array>();
  readonly #limits: typeof rangeLimits;
  #requests = 0;

  constructor(file: RangedFile, limits = rangeLimits) {
    this.length = file.length;
    this.#file = file;
    this.#limits = limits;
  }

  take(start: number, length: number): Uint8Array {
    if (length === 0) return new Uint8Array(0);
    const { pageBytes } = this.#limits;
    const [first, last] = [start, start + length - 1].map((at) => Math.floor(at / pageBytes));
    const pages = this.#kept(first, last);
    const whole = pages.length === 1 ? pages[0] : Buffer.concat(pages);
    return whole.subarray(start - first * pageBytes, start - first * pageBytes + length);
  }

  async reading<T>(work: () => T | Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Absent)) throw error;
        await this.#keep(error.first, error.last);
      }
    }
  }

  /** @throws {DataError} `geotiff-too-large` when they lie so far from each other that they need too many requests */
  async *fetch(stretches: Stretch[]): AsyncGenerator<Uint8Array> {
    const requests = together(stretches);
    this.#count(requests.length);
    for (const group of groups(requests, atOnce)) {
      const parts = await Promise.all(group.map(({ start, length }) => this.#file.read(start, length)));
      for (const [i, request] of group.entries()) {
        for (const { start, length } of request.stretches) {
          yield parts[i].subarray(start - request.start, start - request.start + length);
        }
      }
    }
  }

  /** @throws {Absent} for those that are not here, from the first to the last of them */
  #kept(first: number, last: number): Uint8Array[] {
    this.#checkRoom(last - first + 1);
    const pages = Array.from({ length: last - first + 1 }, (_, i) => this.#pages.get(first + i));
    const absent = pages.flatMap((page, i) => (page ? [] : [first + i]));
    if (absent.length > 0) throw new Absent(absent[0], absent[absent.length - 1]);
    return pages as Uint8Array[];
  }

  async #keep(first: number, last: number): Promise<void> {
    this.#checkRoom(this.#pages.size + last - first + 1);
    this.#count(1);
    const { pageBytes } = this.#limits;
    const start = first * pageBytes;
    const bytes = await this.#file.read(start, Math.min(this.length, (last + 1) * pageBytes) - start);
    for (let page = first, at = 0; page <= last; page++, at += pageBytes) {
      this.#pages.set(page, bytes.subarray(at, at + pageBytes));
    }
  }

  #checkRoom(pages: number): void {
    const { pages: most, pageBytes } = this.#limits;
    if (pages <= most) return;
    refuse('too-large', `its directories take ${pages} pages of ${pageBytes} bytes, at most ${most} are fetched`);
  }

  #count(requests: number): void {
    const { requests: most } = this.#limits;
    this.#requests += requests;
    if (this.#requests <= most) return;
    const needed = `it is so scattered that ${this.#requests} requests are needed`;
    refuse('too-large', `${needed}, at most ${most} are made for a file`);
  }
}
