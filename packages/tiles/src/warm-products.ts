import type { ListedFrame } from './frame-index.ts';

/** How long a product stays warm after a request: longer than the interval of any product's frames but those of models. */
const warmMs = 20 * 60_000;

/**
 * The products that this server is asked for. Requests are spread over servers by product, and a server that fetched what
 * others are asked for would take memory and bandwidth from what it serves.
 */
export class WarmProducts {
  readonly #now: () => number;
  readonly #askedAt = new Map<string, Map<string, number>>(); // by family and product

  /** @param now milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes note of a request for one of its frames. */
  note({ family, product }: ListedFrame): void {
    let products = this.#askedAt.get(family);
    if (!products) this.#askedAt.set(family, (products = new Map()));
    products.set(product, this.#now());
  }

  isWarm({ family, product }: ListedFrame): boolean {
    const askedAt = this.#askedAt.get(family)?.get(product);
    return askedAt !== undefined && this.#now() - askedAt < warmMs;
  }
}
