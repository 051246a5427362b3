import { setTimeout as pause } from 'node:timers/promises';

/** How long and how often a condition is tried. */
interface Patience {
  /** Longest wait in milliseconds. Default: a minute, since a busy machine takes seconds for what takes milliseconds. */
  withinMs?: number;
  /** Time between two tries in milliseconds. Default: 5. */
  everyMs?: number;
}

/**
 * Waits until a condition holds.
 *
 * @returns the first value of the condition that is true, or not empty
 * @throws {Error} after the longest wait, with the source of the condition
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  { withinMs = 60_000, everyMs = 5 }: Patience = {},
): Promise<Exclude<T, undefined | null | false | 0 | ''>> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await condition();
    if (value) return value as Exclude<T, undefined | null | false | 0 | ''>;
    if (performance.now() > end) throw new Error(`waited ${withinMs} ms in vain for ${condition.toString()}`);
    await pause(everyMs);
  }
}
