import { UpstreamError } from '@severe/base';
import { FairQueue } from './fair-queue.ts';

export interface FairTurnsOptions {
  /** Name of what is waited for, in errors. */
  name: string;
  /** Turns at the same time, at first; see `setPlaces`. */
  places: number;
  /** Turns of one client at the same time: one fewer than `places`, so that a long one never stops the others. */
  perClient?: number;
  /** Waiting turns of one client; further ones are refused with `Retry-After`. */
  maxWaiting: number;
}

/** Turns of several clients, who share the time of the places. A free place is given at once. */
export class FairTurns {
  readonly #options: Required<FairTurnsOptions>;
  readonly #waiting = new FairQueue<() => void>();
  /** Turns at present, by client. */
  readonly #present = new Map<string, number>();
  #places: number;
  #taken = 0;
  #closed = false;

  constructor(options: FairTurnsOptions) {
    this.#options = { perClient: Math.max(1, options.places - 1), ...options };
    this.#places = options.places;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Does work in a turn of a client.
   *
   * @param wanted a turn that waits is given up when this aborts
   * @throws {UpstreamError} if too many turns of the client wait; the reason of `wanted`
   */
  async run<R>(client: string, wanted: AbortSignal | undefined, work: () => Promise<R>): Promise<R> {
    await this.#take(client, wanted);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#end(client, performance.now() - startedAt);
    }
  }

  /** Changes the number of turns at the same time. Those that are more than that end as usual. */
  setPlaces(places: number): void {
    this.#places = places;
    this.#startWaiting();
  }

  /** Refuses all that wait. */
  close(): void {
    this.#closed = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next.item();
  }

  async #take(client: string, wanted: AbortSignal | undefined): Promise<void> {
    wanted?.throwIfAborted();
    const { name, maxWaiting } = this.#options;
    if (this.#taken < this.#places && this.#mayHave(client)) {
      this.#begin(client);
      return;
    }
    if (this.#waiting.waitingOf(client) >= maxWaiting) {
      throw new UpstreamError(name, `${maxWaiting} tasks of one client are waiting`, { retryAfterSeconds: 1 });
    }
    await new Promise<void>((start, reject) => {
      this.#waiting.push(client, start);
      const leave = (): void => {
        if (this.#waiting.remove(client, start)) reject(wanted!.reason as Error);
      };
      wanted?.addEventListener('abort', leave, { once: true });
    });
    if (this.#closed) throw new UpstreamError(name, 'the service is stopping', { retryAfterSeconds: 1 });
  }

  #mayHave(client: string): boolean {
    return (this.#present.get(client) ?? 0) < this.#options.perClient;
  }

  #begin(client: string): void {
    this.#taken++;
    this.#present.set(client, (this.#present.get(client) ?? 0) + 1);
  }

  #end(client: string, ms: number): void {
    this.#taken--;
    const left = this.#present.get(client)! - 1;
    if (left > 0) this.#present.set(client, left);
    else this.#present.delete(client);
    this.#waiting.charge(client, ms);
    this.#startWaiting();
  }

  #startWaiting(): void {
    while (this.#taken < this.#places) {
      const next = this.#waiting.shift((waiting) => this.#mayHave(waiting));
      if (!next) return;
      this.#begin(next.client);
      next.item();
    }
  }
}
