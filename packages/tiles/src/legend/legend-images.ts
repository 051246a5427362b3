import type { Caller } from '../caller.ts';
import type { Threads } from '../threads.ts';

/** Limit of processor time. */
const processorMs = 4000;

/** Renders legends to PNG in a thread, and caches them: there is one for each palette of a product. */
export class LegendImages {
  readonly #threads: Threads;
  readonly #images = new Map<string, Promise<Uint8Array>>();

  constructor(threads: Threads) {
    this.#threads = threads;
  }

  /** @throws {UpstreamError} the queue is full, or the task took too long */
  png(svg: string, { client }: Caller): Promise<Uint8Array> {
    const cached = this.#images.get(svg);
    if (cached) return cached;
    const image = this.#threads.run<Uint8Array>('legend-thread', { svg }, processorMs, 'a legend', {
      client,
      wanted: undefined,
    });
    this.#images.set(svg, image);
    image.catch(() => this.#images.delete(svg));
    return image;
  }
}
