/** A mutex: one turn at a time, in order of request. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Waits for its turn. @returns a function that ends the turn */
  async take(): Promise<() => void> {
    const before = this.#last;
    let end!: () => void;
    this.#last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }
}
