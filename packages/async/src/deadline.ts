/** A time limit of some work, which must be cleared when the work ends. */
export interface Deadline {
  /** Aborts with a `TimeoutError` after the time, or with the reason of the outer signal. */
  signal: AbortSignal;
  clear(): void;
}

/**
 * A time limit that also ends with another signal. `AbortSignal.any` with `AbortSignal.timeout` would do the same, but Node 20
 * frees such a signal while a request waits for it, and the request waits for ever.
 */
export function startDeadline(ms: number, outer: AbortSignal): Deadline {
  const controller = new AbortController();
  const end = (): void => controller.abort(outer.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no end within ${ms} ms`, 'TimeoutError'));
  }, ms);
  if (outer.aborted) end();
  else outer.addEventListener('abort', end, { once: true });
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      outer.removeEventListener('abort', end);
    },
  };
}
