import TinyQueue from 'tinyqueue';

/** Simulated time, in milliseconds: it jumps from one event to the next. */
export class Timeline {
  now = 0;
  readonly #events = new TinyQueue<{ at: number; run: () => void }>([], (one, other) => one.at - other.at);

  after(ms: number, run: () => void): void {
    this.#events.push({ at: this.now + ms, run });
  }

  /** Runs all events up to a time. */
  runUntil(end: number): void {
    for (let next = this.#events.peek(); next && next.at <= end; next = this.#events.peek()) {
      this.#events.pop();
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }
}
