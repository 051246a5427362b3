import { ByteCache, type ByteCacheCounts, type Sized } from '@severe/async';
import { UpstreamError } from '@severe/base';
import type { Objects } from '@severe/platform';
import { openPolar, type Page, type PolarVolume } from '@severe/raster/polar';
import type { ListedFrame } from '../frame-index.ts';

/** The octets of a page where threads can read them too. */
export type Strip = SharedArrayBuffer;

/** What a head is reckoned at before it is here. */
const expectedHeadBytes = 1 << 18;
/** A page in memory beside its azimuths: an object with some twenty numbers. */
const pageBytes = 600;

/**
 * Radar volumes, brought over in part: the head, which tells every sweep and moment, and the codes of those that are
 * asked for; each once for all who wait, kept while they fit into `maxBytes`.
 */
export class Volumes {
  readonly #objects: Objects;
  readonly #cache: ByteCache<PolarVolume | Strip>;

  constructor(objects: Objects, maxBytes: number) {
    this.#objects = objects;
    this.#cache = new ByteCache({ name: 'radar volumes', maxBytes });
  }

  /**
   * What is in the volume of a frame.
   *
   * @throws {UpstreamError} the store is away, slow, or has no such object (any more)
   * @throws {DataError} the object is no volume
   */
  open({ valuesKey }: ListedFrame): Promise<PolarVolume> {
    return this.#cache.get(valuesKey, expectedHeadBytes, () => this.#open(valuesKey)) as Promise<PolarVolume>;
  }

  /** The codes of a page of that volume, still deflated. @throws as `open` */
  strip({ valuesKey }: ListedFrame, { strip: { start, length } }: Page): Promise<Strip> {
    const load = async (): Promise<Sized<Strip>> => {
      const bytes = await this.#range(valuesKey, start, length);
      const shared = new SharedArrayBuffer(bytes.length);
      new Uint8Array(shared).set(bytes);
      return { value: shared, bytes: shared.byteLength };
    };
    return this.#cache.get(`${valuesKey}#${start}`, 2 * length, load) as Promise<Strip>; // as it comes, and as it is kept
  }

  forget({ valuesKey }: ListedFrame): void {
    this.#cache.delete(valuesKey); // its strips leave when nobody has asked for them for long enough
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
    if (!bytes) throw new UpstreamError('object store', `${key} is not there`, { retryAfterSeconds: 1 });
    return bytes;
  }
}
