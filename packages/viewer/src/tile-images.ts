import { addProtocol, setMaxParallelImageRequests } from 'maplibre-gl';
import { cellOf } from './film-strip.ts';

const scheme = 'weather';

/** The URL template of a map source whose images are loaded by `TileImages`. */
export const tileImageUrl = (tiles: string): string => `${scheme}://${tiles}`;

/** Attempts for one image, each after a longer wait. */
const attempts = 6;
const longestWaitMs = 60_000;

/** A film strip is released when it is not used for this time: each takes up to 8 MB. */
const stripIdleMs = 15_000;

const side = 256;

interface Loaded {
  image: ImageBitmap;
  headers: Headers;
}

interface Strip {
  loaded: Promise<Loaded>;
  /** Whether it was fetched past the cache of the browser. */
  isNew: boolean;
  timer: ReturnType<typeof setTimeout>;
}

/** Fetches the tile images of the map, with retries, and cuts frames from film strips. */
export class TileImages {
  /** Requests that the rate limit still allows in this minute. */
  #remaining = Infinity;
  readonly #strips = new Map<string, Strip>();

  constructor() {
    setMaxParallelImageRequests(64); // images that wait for one source must not block those of another
    addProtocol(scheme, async ({ url }, { signal }) => ({
      data: await this.#load(url.slice(scheme.length + 3), signal),
    }));
  }

  /** Whether images may be prefetched: half of the rate limit is reserved for visible ones. */
  get mayPrefetch(): boolean {
    return this.#remaining > 150;
  }

  async #load(address: string, signal: AbortSignal): Promise<ImageBitmap> {
    const [url, stamp] = address.split('#');
    if (stamp === undefined) return (await this.#fetched(url, { signal })).image;
    const strip = this.#strip(url);
    // Its frames change when one arrives late or is deleted, and the browser may have kept the strip of before.
    const cell = (await cellIn(strip, stamp)) ?? (await cellIn(this.#strip(url, strip), stamp));
    signal.throwIfAborted();
    if (!cell) throw new Error(`${url} has no frame of ${stamp}`);
    return createImageBitmap(...cell, side, side);
  }

  /**
   * All frames of a tile share one strip, so a cancelled frame does not cancel its fetch.
   *
   * @param old a strip that is fetched again, past the cache of the browser, unless it was already
   */
  #strip(url: string, old?: Promise<Loaded>): Promise<Loaded> {
    const cached = this.#strips.get(url);
    clearTimeout(cached?.timer);
    const kept = cached && (cached.loaded !== old || cached.isNew) ? cached : undefined;
    const loaded = kept?.loaded ?? this.#fetched(url, old && { cache: 'reload' });
    const isNew = kept?.isNew ?? old !== undefined;
    this.#strips.set(url, { loaded, isNew, timer: setTimeout(() => this.#release(url), stripIdleMs) });
    loaded.catch(() => this.#strips.delete(url)); // the next frame tries again
    return loaded;
  }

  #release(url: string): void {
    void this.#strips.get(url)?.loaded.then(({ image }) => image.close());
    this.#strips.delete(url);
  }

  async #fetched(url: string, options: RequestInit = {}): Promise<Loaded> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url, options);
      this.#remaining = Number(response.headers.get('x-ratelimit-remaining') ?? this.#remaining);
      const { headers } = response;
      if (response.ok) return { image: await createImageBitmap(await response.blob()), headers };
      const busy = response.status === 429 || response.status === 503;
      if (!busy || attempt === attempts) throw new Error(`${url} responded with ${response.status}`);
      const wait = attempt * 1000 * Number(response.headers.get('retry-after') ?? 1);
      await pause(Math.min(longestWaitMs, wait), options.signal ?? undefined);
    }
  }
}

/** A strip, and where the frame of a time is on it, in pixels; undefined if it is not there. */
async function cellIn(strip: Promise<Loaded>, stamp: string): Promise<[ImageBitmap, x: number, y: number] | undefined> {
  const { image, headers } = await strip;
  const cell = cellOf(headers, stamp);
  return cell && [image, cell[0] * side, cell[1] * side];
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
