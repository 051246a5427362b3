import type { Threads } from '../threads.ts';

const timeoutMs = 4000;

/** Drawn legends as pictures: each is made once, in a thread, and kept; there are as many as products have palettes. */
export class LegendPictures {
  readonly #threads: Threads;
  readonly #made = new Map<string, Promise<Uint8Array>>();

  constructor(threads: Threads) {
    this.#threads = threads;
  }

  /** @throws {UpstreamError} too many wait for a thread, or it took too long */
  png(svg: string): Promise<Uint8Array> {
    const known = this.#made.get(svg);
    if (known) return known;
    const making = this.#threads.run<Uint8Array>('legend-thread', { svg }, timeoutMs, 'a legend');
    this.#made.set(svg, making);
    making.catch(() => this.#made.delete(svg));
    return making;
  }
}
