import type { Frame } from '@severe/db';

/** Start of the newest run that any of these frames belongs to. */
export function newestRun(frames: readonly Pick<Frame, 'runAt'>[]): Date | undefined {
  let newest: Date | undefined;
  for (const { runAt } of frames) if (runAt && (!newest || runAt > newest)) newest = runAt;
  return newest;
}
