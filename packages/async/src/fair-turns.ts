import { OverBudgetError, UpstreamError } from '@severe/base';
import { FairQueue } from './fair-queue.ts';

export interface FairTurnsOptions {
  /** Name of what is waited for, in errors. */
  name: string;
  /** Turns at the same time at first, or their size; a turn begins while there is less. See `setPlaces`. */
  places: number;
  /** The same of one client: one fewer than `places`, so that a long one never stops the others. */
  perClient?: number;
  /** Waiting turns of one client; further ones are refused with `Retry-After`. */
  maxWaiting: number;
  /** A turn that is waited for longer is given up. Default: none is. */
  longestWaitMs?: number;
}

/** A turn that waits. */
interface WaitingTurn {
  /** Places that it takes. */
  size: number;
  start: () => void;
}

/** Turns of several clients, who share the time of the places. A free place is given at once. */
export class FairTurns {
  readonly #options: FairTurnsOptions & { perClient: number };
  readonly #waiting = new FairQueue<WaitingTurn>();
  /** Turns at present by client, as their size. */
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
   * @param size   of the work, if it is known before: the share of the client is then charged with it, else with the time of the turn
   * @throws {OverBudgetError} if too many turns of the client wait, or this one does for too long; the reason of `wanted`
   */
  async run<R>(client: string, wanted: AbortSignal | undefined, work: () => Promise<R>, size?: number): Promise<R> {
    // However large, a turn takes no more than the places of its client.
    const places = Math.min(size ?? 1, this.#options.perClient);
    await this.#take(client, wanted, places);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#end(client, places, size ?? performance.now() - startedAt);
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
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next.item.start();
  }

  async #take(client: string, wanted: AbortSignal | undefined, size: number): Promise<void> {
    wanted?.throwIfAborted();
    const { name, maxWaiting, longestWaitMs } = this.#options;
    if (this.#taken < this.#places && this.#mayHave(client)) {
      this.#begin(client, size);
      return;
    }
    if (this.#waiting.waitingOf(client) >= maxWaiting) {
      throw new OverBudgetError(name, `${maxWaiting} tasks of one client are waiting`, { retryAfterSeconds: 1 });
    }
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((start, reject) => {
      const turn = { size, start };
      this.#waiting.push(client, turn);
      const leave = (reason: () => unknown): void => {
        if (this.#waiting.remove(client, turn)) reject(reason());
      };
      wanted?.addEventListener('abort', () => leave(() => wanted.reason), { once: true });
      if (longestWaitMs === undefined) return;
      const seconds = longestWaitMs / 1000;
      const why = `The request waited ${seconds} s for its turn behind others of its client`;
      const tooLong = () => new OverBudgetError(name, why, { retryAfterSeconds: seconds });
      timer = setTimeout(() => leave(tooLong), longestWaitMs);
    }).finally(() => clearTimeout(timer));
    if (this.#closed) throw new UpstreamError(name, 'the service is stopping', { retryAfterSeconds: 1 });
  }

  #mayHave(client: string): boolean {
    return (this.#present.get(client) ?? 0) < this.#options.perClient;
  }

  #begin(client: string, size: number): void {
    this.#taken += size;
    this.#present.set(client, (this.#present.get(client) ?? 0) + size);
  }

  /** @param charged what the client has had */
  #end(client: string, size: number, charged: number): void {
    this.#taken = Math.max(0, this.#taken - size);
    const left = this.#present.get(client)! - size;
    if (left > 1e-9) this.#present.set(client, left);
    else this.#present.delete(client);
    this.#waiting.charge(client, charged);
    this.#startWaiting();
  }

  #startWaiting(): void {
    while (this.#taken < this.#places) {
      const next = this.#waiting.shift((waiting) => this.#mayHave(waiting));
      if (!next) return;
      this.#begin(next.client, next.item.size);
      next.item.start();
    }
  }
}
