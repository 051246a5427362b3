import { addProtocol, setMaxParallelImageRequests, type Map as MapView } from 'maplibre-gl';
import { Allowance } from './allowance.ts';
import { Bundles } from './bundles.ts';
import { RequestQueue } from './request-queue.ts';
import { Rest } from './rest.ts';
import type { PageState } from './page-state.ts';
import { addressOf, scheme } from './tile-addresses.ts';

/** Fetches the images of the map, those in sight first: of some frames one by one, of the others in bundles. */
export class TileImages {
  readonly #state: PageState;
  readonly #rest = new Rest();
  readonly #allowance = new Allowance();
  readonly #queue = new RequestQueue(this.#rest, this.#allowance, () => this.#state.frame.peek()?.at.getTime() ?? 0);
  readonly #bundles = new Bundles(this.#queue);

  constructor(state: PageState) {
    this.#state = state;
    setMaxParallelImageRequests(Infinity); // the queue is ours: images for later must not hold up those in sight
    addProtocol(scheme, async ({ url }, { signal }) => ({ data: await this.#load(url, signal) }));
  }

  /** Nothing is fetched while this map moves. */
  watch(map: MapView): void {
    this.#rest.watch(map);
  }

  /** Whether the rate limit leaves room for what nobody has asked for. */
  get mayAsk(): boolean {
    return this.#allowance.isAmple;
  }

  async #load(imageUrl: string, signal: AbortSignal): Promise<ImageBitmap> {
    const { key, at, url, fileName } = addressOf(imageUrl);
    const isShown = () => this.#state.pictures.peek().some(([, frame]) => frame.key === key);
    const purpose = { at, isShown };
    if (fileName === undefined) {
      const response = await this.#queue.fetch(url, purpose, signal);
      return createImageBitmap(await response.blob());
    }
    const file = await this.#bundles.file(url, fileName, purpose, signal);
    return createImageBitmap(file ?? new ImageData(1, 1)); // clear
  }
}
