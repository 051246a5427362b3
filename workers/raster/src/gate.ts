/** Lets a number of tasks run at a time; the others wait in line. */
export class Gate {
  readonly #width: number;
  readonly #waiting: (() => void)[] = [];
  readonly #quiet: (() => void)[] = [];
  #running = 0;

  constructor(width: number) {
    this.#width = width;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    // Whoever ends hands its place on, so the count changes only where the line is empty.
    if (this.#running < this.#width) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  /** Resolves when nothing runs and nobody waits. */
  idle(): Promise<void> {
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => this.#quiet.push(resolve));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) return next();
    this.#running--;
    if (this.#running === 0) for (const resolve of this.#quiet.splice(0)) resolve();
  }
}
