/** A client with waiting or recent items. */
interface Share<T> {
  items: T[];
  /** Time that the client has had, in milliseconds; it begins with that of the others. */
  hadMs: number;
}

/**
 * Waiting items of several clients, who share the time: next is the client that has had the least. One with many or long
 * items does not delay the others (start-time fair queueing; P. Goyal et al., SIGCOMM 1996).
 */
export class FairQueue<T> {
  /** Shares by client. Of equals, the first has the next turn. */
  readonly #shares = new Map<string, Share<T>>();
  #size = 0;
  /** Time that the client of the last turn had had: a client that comes new or returns begins with it. */
  #nowMs = 0;

  get size(): number {
    return this.#size;
  }

  /** Number of waiting items of a client. */
  waitingOf(client: string): number {
    return this.#shares.get(client)?.items.length ?? 0;
  }

  push(client: string, item: T): void {
    const share = this.#shareOf(client);
    if (share.items.length === 0) share.hadMs = Math.max(share.hadMs, this.#nowMs);
    share.items.push(item);
    this.#size++;
  }

  /** Counts time that a client has had, for items that waited or not. */
  charge(client: string, ms: number): void {
    const share = this.#shareOf(client);
    share.hadMs = Math.max(share.hadMs, share.items.length === 0 ? this.#nowMs : 0) + ms;
  }

  /** Removes a waiting item; false if it does not wait. */
  remove(client: string, item: T): boolean {
    const items = this.#shares.get(client)?.items ?? [];
    const place = items.indexOf(item);
    if (place < 0) return false;
    items.splice(place, 1);
    this.#size--;
    return true;
  }

  /**
   * The oldest item of the client whose turn it is; undefined if none waits.
   *
   * @param mayHave whether a client may have a turn now; default: every client
   */
  shift(mayHave: (client: string) => boolean = () => true): { client: string; item: T } | undefined {
    if (this.#size === 0) {
      this.#shares.clear(); // nobody waits, so nobody was delayed
      this.#nowMs = 0;
      return undefined;
    }
    let next: [client: string, share: Share<T>] | undefined;
    for (const [client, share] of this.#shares) {
      if (share.items.length === 0) {
        if (share.hadMs <= this.#nowMs) this.#shares.delete(client); // it would begin with the same
      } else if ((!next || share.hadMs < next[1].hadMs) && mayHave(client)) next = [client, share];
    }
    if (!next) return undefined;
    const [client, share] = next;
    this.#shares.delete(client);
    this.#shares.set(client, share); // to the end: its equals are first
    this.#nowMs = Math.max(this.#nowMs, share.hadMs);
    this.#size--;
    return { client, item: share.items.shift()! };
  }

  #shareOf(client: string): Share<T> {
    const known = this.#shares.get(client);
    if (known) return known;
    const share: Share<T> = { items: [], hadMs: this.#nowMs };
    this.#shares.set(client, share);
    return share;
  }
}
