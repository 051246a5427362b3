import { addProtocol, setMaxParallelImageRequests } from 'maplibre-gl';

const scheme = 'weather';

/** The URL template of a map source whose images are loaded by `TileImages`. */
export const tileImageUrl = (tiles: string): string => `${scheme}://${tiles}`;

/** Attempts for one image, each after a longer wait. */
const attempts = 6;
const longestWaitMs = 60_000;

/** A film strip is released when it is not used for this time: each takes up to 8 MB. */
const stripIdleMs = 15_000;

const side = 256;

/** Fetches the tile images of the map, with retries, and cuts frames from film strips. */
export class TileImages {
  /** Requests that the rate limit still allows in this minute. */
  #remaining = Infinity;
  readonly #strips = new Map<string, { image: Promise<ImageBitmap>; timer: ReturnType<typeof setTimeout> }>();

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
    const [url, frame] = address.split('#');
    if (frame === undefined) return this.#fetched(url, signal);
    const [column, row] = frame.split(',').map(Number);
    const strip = await this.#strip(url);
    signal.throwIfAborted();
    return createImageBitmap(strip, column * side, row * side, side, side);
  }

  /** All frames of a tile share one strip, so a cancelled frame does not cancel its fetch. */
  #strip(url: string): Promise<ImageBitmap> {
    const cached = this.#strips.get(url);
    clearTimeout(cached?.timer);
    const image = cached?.image ?? this.#fetched(url);
    this.#strips.set(url, { image, timer: setTimeout(() => this.#release(url), stripIdleMs) });
    image.catch(() => this.#strips.delete(url)); // the next frame tries again
    return image;
  }

  #release(url: string): void {
    void this.#strips.get(url)?.image.then((image) => image.close());
    this.#strips.delete(url);
  }

  async #fetched(url: string, signal?: AbortSignal): Promise<ImageBitmap> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url, { signal });
      this.#remaining = Number(response.headers.get('x-ratelimit-remaining') ?? this.#remaining);
      if (response.ok) return createImageBitmap(await response.blob());
      const busy = response.status === 429 || response.status === 503;
      if (!busy || attempt === attempts) throw new Error(`${url} responded with ${response.status}`);
      const wait = attempt * 1000 * Number(response.headers.get('retry-after') ?? 1);
      await pause(Math.min(longestWaitMs, wait), signal);
    }
  }
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
