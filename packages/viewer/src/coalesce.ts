/** Calls that belong together arrive within this time. */
const collectMs = 250;

/** Merges calls in quick succession. */
export class Coalescer {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #lastRuns = new Map<string, number>();

  /** Runs a task soon, once for all calls with this key until then, and no sooner than `gapMs` after its last run. */
  run(key: string, gapMs: number, task: () => void): void {
    if (this.#timers.has(key)) return;
    const earliest = (this.#lastRuns.get(key) ?? -Infinity) + gapMs;
    const start = () => {
      this.#timers.delete(key);
      this.#lastRuns.set(key, performance.now());
      task();
    };
    this.#timers.set(key, setTimeout(start, Math.max(collectMs, earliest - performance.now())));
  }
}
