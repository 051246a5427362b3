import { ByteCache, type ByteCacheCounts, type CacheBudget, type Sized } from '@severe/async';
import { UpstreamError } from '@severe/base';
import type { Objects } from '@severe/platform';
import { openPolar, type Page, type PolarVolume } from '@severe/raster/polar';
import type { ListedFrame } from '../frame-index.ts';

/** The deflated codes of a page, in memory that threads share. */
type Strip = SharedArrayBuffer;

/** Expected size of a header, before it is read. */
const expectedHeadBytes = 1 << 18;
/** Size of a page in memory without its azimuths: an object with about twenty numbers. */
const pageBytes = 600;
/** Share of the memory of all caches that volumes keep. */
const minimum = 1 / 32;

/**
 * Reads radar volumes in part: the header, which lists sweeps and moments, and the codes of requested moments. Concurrent
 * requests share one read. Results are cached within a budget.
 */
export class Volumes {
  readonly #objects: Objects;
  readonly #cache: ByteCache<PolarVolume | Strip>;

  constructor(objects: Objects, budget: CacheBudget) {
    this.#objects = objects;
    this.#cache = new ByteCache({ name: 'radar volumes', budget, minimum });
  }

  /**
   * The sweeps and moments of the volume of a frame.
   *
   * @throws {UpstreamError} the object store is unavailable or slow, or the object no longer exists
   * @throws {DataError} the object is not a volume
   */
  open({ valuesKey }: ListedFrame): Promise<PolarVolume> {
    return this.#cache.get(valuesKey, expectedHeadBytes, () => this.#open(valuesKey)) as Promise<PolarVolume>;
  }

  /** The deflated codes of a page of that volume. @throws as `open` */
  strip({ valuesKey }: ListedFrame, { strip: { start, length } }: Page): Promise<Strip> {
    const load = async (): Promise<Sized<Strip>> => {
      const bytes = await this.#range(valuesKey, start, length);
      const shared = new SharedArrayBuffer(bytes.length);
      new Uint8Array(shared).set(bytes);
      return { value: shared, bytes: shared.byteLength };
    };
    return this.#cache.get(`${valuesKey}#${start}`, 2 * length, load) as Promise<Strip>; // as it is read, and as it is cached
  }

  forget({ valuesKey }: ListedFrame): void {
    this.#cache.delete(valuesKey); // its strips are evicted when they are not used
  }

  counts(): ByteCacheCounts {
    return this.#cache.counts();
  }

  async #open(key: string): Promise<Sized<PolarVolume>> {
    const volume = await openPolar((start, length) => this.#range(key, start, length));
    const bytes = volume.pages.reduce((sum, { azimuthsDeg }) => sum + pageBytes + azimuthsDeg.byteLength, 0);
    return { value: volume, bytes };
  }

  async #range(key: string, start: number, length: number): Promise<Uint8Array> {
    const bytes = await this.#objects.getRange(key, start, length);
    if (!bytes) throw new UpstreamError('object store', `${key} does not exist`, { retryAfterSeconds: 1 });
    return bytes;
  }
}
