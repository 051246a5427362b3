/** Waiting items of several clients. Clients take turns, so that one with many items does not delay the others. */
export class FairQueue<T> {
  /** Items by client. The first client has the next turn. */
  readonly #byClient = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Number of waiting items of a client. */
  waitingOf(client: string): number {
    return this.#byClient.get(client)?.length ?? 0;
  }

  push(client: string, item: T): void {
    const items = this.#byClient.get(client);
    if (items) items.push(item);
    else this.#byClient.set(client, [item]);
    this.#size++;
  }

  /** Removes a waiting item; false if it does not wait. */
  remove(client: string, item: T): boolean {
    const items = this.#byClient.get(client);
    const place = items?.indexOf(item) ?? -1;
    if (!items || place < 0) return false;
    items.splice(place, 1);
    if (items.length === 0) this.#byClient.delete(client);
    this.#size--;
    return true;
  }

  /** The oldest item of the client whose turn it is; undefined if none waits. */
  shift(): T | undefined {
    const [next] = this.#byClient;
    if (!next) return undefined;
    const [client, items] = next;
    const item = items.shift();
    this.#byClient.delete(client);
    if (items.length > 0) this.#byClient.set(client, items); // to the end: the others are first
    this.#size--;
    return item;
  }
}
