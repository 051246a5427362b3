import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** Processor time of turns of the event loop, in milliseconds. */
export interface Turns {
  p99: number;
  longest: number;
}

/**
 * Processor time of this thread in milliseconds; undefined where the system does not tell. Wall time would measure how busy
 * the machine is.
 */
function threadMs(): number | undefined {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}

/** Runs a task and measures the turns of the event loop of this thread meanwhile; undefined where it cannot be measured. */
export async function measureTurns(task: () => Promise<void>): Promise<Turns | undefined> {
  const state = { ended: false };
  const turns: number[] = [];
  const running = task().finally(() => (state.ended = true));
  for (let before = threadMs(); !state.ended && before !== undefined;) {
    await setImmediate();
    const after = threadMs()!;
    turns.push(after - before);
    before = after;
  }
  await running;
  turns.sort((a, b) => a - b);
  return turns.length === 0 ? undefined : { p99: turns[Math.floor(turns.length * 0.99)], longest: turns.at(-1)! };
}
