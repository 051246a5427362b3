/** Runs long tasks one at a time, and handles other events in between. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task after all tasks given before; rejects if it throws. */
  run<T>(work: () => T): Promise<T> {
    const turn = this.#last.then(pendingEvents).then(work);
    this.#last = turn.catch(() => undefined); // a failure does not affect the next task
    return turn;
  }
}

/** Lets pending events, such as new requests, run first. */
const pendingEvents = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
