import type { ListedFrame } from './frame-index.ts';

/** How long a product stays warm after a request: longer than the interval of any product's frames but those of models. */
const warmMs = 20 * 60_000;

/**
 * The products that this server is asked for. Requests are spread over servers by product, and a server that fetched what
 * others are asked for would take memory and bandwidth from what it serves.
 */
export class WarmProducts {
  readonly #now: () => number;
  /** What was asked for since the last look, which comes with each new frame. */
  readonly #asked = new Set<ListedFrame>();
  readonly #seenAt = new Map<string, number>(); // by family and product

  /** @param now milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes note of a request for one of its frames. Every tile does so: to read a clock here took a tenth of a tile's time. */
  note(frame: ListedFrame): void {
    this.#asked.add(frame);
  }

  /** Whether it was asked for since the last look, or a look of the last twenty minutes found that. */
  isWarm(frame: ListedFrame): boolean {
    const now = this.#now();
    for (const asked of this.#asked) this.#seenAt.set(keyOf(asked), now);
    this.#asked.clear();
    const seenAt = this.#seenAt.get(keyOf(frame));
    return seenAt !== undefined && now - seenAt < warmMs;
  }
}

function keyOf({ family, product }: ListedFrame): string {
  return `${family}/${product}`;
}
