import { refuse } from '../refuse.ts';
import type { ByteRange, ByteSource } from './byte-source.ts';
import { batchRequests, coalesceRanges } from './coalesce.ts';

/** A file that is read by ranges, such as an object in a store. */
export interface RangedFile {
  length: number;
  /** Reads exactly `length` octets from `start`, which lie in the file; throws when it cannot. */
  read(start: number, length: number): Promise<Uint8Array>;
}

/** Limits for one file. */
const rangeLimits = {
  pageBytes: 64 * 1024,
  /** Cached pages: the directories of the largest image that is read, with all its overviews, need fewer. */
  pages: 512,
  /** Requests in all. Requests for blocks fetch up to some megabytes, so these are enough for any image that fits in memory. */
  requests: 512,
};

/** Limits of requests that run at the same time. */
const concurrency = { requests: 4, octets: 16 * 1024 ** 2 };

/** Reports the pages that `load` has to fetch before it runs its work again. */
class PagesMissing extends Error {
  readonly first: number;
  readonly last: number;

  constructor(first: number, last: number) {
    super(`pages ${first} to ${last} have not been fetched`);
    this.first = first;
    this.last = last;
  }
}

/**
 * A file of which only the needed octets are fetched. Directories and values of tags are fetched in pages, which are
 * cached; blocks are fetched by their ranges, which are not.
 */
export class RangedSource implements ByteSource {
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

  slice(start: number, length: number): Uint8Array {
    if (length === 0) return new Uint8Array(0);
    const { pageBytes } = this.#limits;
    const [first, last] = [start, start + length - 1].map((at) => Math.floor(at / pageBytes));
    const pages = this.#cachedPages(first, last);
    const whole = pages.length === 1 ? pages[0] : Buffer.concat(pages);
    return whole.subarray(start - first * pageBytes, start - first * pageBytes + length);
  }

  async load<T>(work: () => T | Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof PagesMissing)) throw error;
        await this.#fetchPages(error.first, error.last);
      }
    }
  }

  /** @throws {DataError} `geotiff-too-large` when the ranges are so far apart that they need too many requests */
  async *fetch(ranges: ByteRange[]): AsyncGenerator<Uint8Array> {
    const requests = coalesceRanges(ranges);
    this.#countRequests(requests.length);
    for (const batch of batchRequests(requests, concurrency)) {
      const parts = await Promise.all(batch.map(({ start, length }) => this.#file.read(start, length)));
      for (const [i, request] of batch.entries()) {
        for (const { start, length } of request.ranges) {
          yield parts[i].subarray(start - request.start, start - request.start + length);
        }
      }
    }
  }

  /** @throws {PagesMissing} with the first and the last page that is not cached */
  #cachedPages(first: number, last: number): Uint8Array[] {
    this.#checkPages(last - first + 1);
    const pages = Array.from({ length: last - first + 1 }, (_, i) => this.#pages.get(first + i));
    const missing = pages.flatMap((page, i) => (page ? [] : [first + i]));
    if (missing.length > 0) throw new PagesMissing(missing[0], missing[missing.length - 1]);
    return pages as Uint8Array[];
  }

  async #fetchPages(first: number, last: number): Promise<void> {
    this.#checkPages(this.#pages.size + last - first + 1);
    this.#countRequests(1);
    const { pageBytes } = this.#limits;
    const start = first * pageBytes;
    const bytes = await this.#file.read(start, Math.min(this.length, (last + 1) * pageBytes) - start);
    for (let page = first, at = 0; page <= last; page++, at += pageBytes) {
      this.#pages.set(page, bytes.subarray(at, at + pageBytes));
    }
  }

  #checkPages(pages: number): void {
    const { pages: limit, pageBytes } = this.#limits;
    if (pages <= limit) return;
    refuse('too-large', `its directories take ${pages} pages of ${pageBytes} bytes, at most ${limit} are fetched`);
  }

  #countRequests(requests: number): void {
    const { requests: limit } = this.#limits;
    this.#requests += requests;
    if (this.#requests <= limit) return;
    const needed = `its parts are so scattered that ${this.#requests} requests are needed`;
    refuse('too-large', `${needed}, at most ${limit} are made for a file`);
  }
}
