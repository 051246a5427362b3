/** Gives one turn at a time, in the order of asking. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Waits for its turn; the function it gives ends the turn. */
  async take(): Promise<() => void> {
    const before = this.#last;
    let end!: () => void;
    this.#last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }
}
