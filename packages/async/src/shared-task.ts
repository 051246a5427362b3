/**
 * A task whose result several callers wait for. When all of them are gone, its signal aborts. A caller without a signal
 * never leaves.
 */
export class SharedTask<T> {
  readonly #ending = new AbortController();
  readonly #result: Promise<T>;
  #callers = 0;

  /** @param start begins the task; `wanted` aborts when no caller is left, with the reason of the last one */
  constructor(start: (wanted: AbortSignal) => Promise<T>) {
    this.#result = start(this.#ending.signal);
  }

  /** Whether all callers have left. The task may still run; a new caller must wait for its end and start it again. */
  get abandoned(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Resolves when the task has ended, with whatever result. */
  get ended(): Promise<void> {
    return this.#result.then(
      () => undefined,
      () => undefined,
    );
  }

  /** The result for one more caller. @param caller aborts when this caller is gone */
  join(caller?: AbortSignal): Promise<T> {
    this.#callers++;
    if (!caller) return this.#result;
    const leave = (): void => {
      if (--this.#callers === 0) this.#ending.abort(caller.reason);
    };
    if (caller.aborted) leave();
    else {
      caller.addEventListener('abort', leave, { once: true });
      void this.ended.then(() => caller.removeEventListener('abort', leave));
    }
    return this.#result;
  }
}
