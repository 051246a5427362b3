/** Lets long work run one piece at a time, and whatever else waits go first in between. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Does the work after all that was given before it; fails as it does. */
  take<T>(work: () => T): Promise<T> {
    const turn = this.#last.then(otherEvents).then(work);
    this.#last = turn.catch(() => undefined); // who waits for the next is not told of this one's failure
    return turn;
  }
}

/** Requests that have come meanwhile are taken up. */
const otherEvents = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
