/** Runs long tasks one at a time, and handles other events in between. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task after all tasks given before; rejects if it throws. */
  take<T>(work: () => T): Promise<T> {
    const turn = this.#last.then(otherEvents).then(work);
    this.#last = turn.catch(() => undefined); // a failure does not affect the next task
    return turn;
  }
}

/** Lets pending events, such as new requests, run first. */
const otherEvents = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
