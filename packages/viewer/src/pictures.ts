import { addProtocol, setMaxParallelImageRequests } from 'maplibre-gl';

const scheme = 'weather';

/** The template of a source of the map whose pictures come through here. */
export const throughPictures = (tiles: string): string => `${scheme}://${tiles}`;

/** How often one picture is asked for before it counts as missing, each time after a longer wait. */
const attempts = 6;
const longestWaitMs = 60_000;

/** A film strip is let go when nothing was cut from it for so long: each takes up to 8 MB. */
const stripRestMs = 15_000;

const side = 256;

/** Fetches the pictures of the map, with patience where the service asks for it, and cuts them out of film strips. */
export class Pictures {
  /** How many more requests the service will take this minute; it does not count all of them. */
  #remaining = Infinity;
  #missing = 0;
  readonly #strips = new Map<string, { picture: Promise<ImageBitmap>; rest: ReturnType<typeof setTimeout> }>();

  constructor() {
    setMaxParallelImageRequests(64); // those that wait for one source must not keep another's from coming
    addProtocol(scheme, async ({ url }, { signal }) => ({
      data: await this.#load(url.slice(scheme.length + 3), signal),
    }));
  }

  /** Whether there is room for what nobody waits for: half of what an address may ask stays for what is looked at. */
  get plenty(): boolean {
    return this.#remaining > 150;
  }

  /** How many pictures could not be had since the last time this was asked. */
  takeMissing(): number {
    const missing = this.#missing;
    this.#missing = 0;
    return missing;
  }

  async #load(address: string, signal: AbortSignal): Promise<ImageBitmap> {
    try {
      const [url, frame] = address.split('#');
      if (frame === undefined) return await this.#fetched(url, signal);
      const [column, row] = frame.split(',').map(Number);
      const strip = await this.#strip(url);
      signal.throwIfAborted();
      return await createImageBitmap(strip, column * side, row * side, side, side);
    } catch (error) {
      if (!signal.aborted) this.#missing++;
      throw error;
    }
  }

  /** All frames of a tile ask for the same strip, so none of them ends its fetch when it is given up. */
  #strip(url: string): Promise<ImageBitmap> {
    const known = this.#strips.get(url);
    clearTimeout(known?.rest);
    const picture = known?.picture ?? this.#fetched(url);
    this.#strips.set(url, { picture, rest: setTimeout(() => this.#letGo(url), stripRestMs) });
    picture.catch(() => this.#strips.delete(url)); // the next frame tries again
    return picture;
  }

  #letGo(url: string): void {
    void this.#strips.get(url)?.picture.then((picture) => picture.close());
    this.#strips.delete(url);
  }

  async #fetched(url: string, signal?: AbortSignal): Promise<ImageBitmap> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url, { signal });
      this.#remaining = Number(response.headers.get('x-ratelimit-remaining') ?? this.#remaining);
      if (response.ok) return createImageBitmap(await response.blob());
      const busy = response.status === 429 || response.status === 503;
      if (!busy || attempt === attempts) throw new Error(`${url} answers ${response.status}`);
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
