import { setTimeout as pause } from 'node:timers/promises';
import type { Load } from './load.ts';
import { figures } from '../support/statistics.ts';

const everyMs = 1000;

/**
 * Waits until the service has made what was there at its start.
 *
 * @param quietSeconds for so long no frame has waited: feeds list more between two frames
 * @param warmMinutes  longest wait
 * @returns what is to be said of it
 */
export async function caughtUp(
  { opsUrl }: { opsUrl: string },
  { quietSeconds, warmMinutes }: Pick<Load, 'quietSeconds' | 'warmMinutes'>,
): Promise<string> {
  const from = performance.now();
  const seconds = (): number => (performance.now() - from) / 1000;
  let quietSince = 0;
  while (seconds() < warmMinutes * 60) {
    await pause(everyMs);
    const waiting = await framesWaiting(opsUrl);
    if (waiting !== 0) quietSince = seconds();
    else if (seconds() - quietSince > quietSeconds) return `caught up after ${figures(seconds())} s`;
  }
  return `not caught up within ${figures(warmMinutes)} minutes: ${(await framesWaiting(opsUrl)) ?? 'nobody knows how many'} frames wait`;
}

async function framesWaiting(opsUrl: string): Promise<number | undefined> {
  const response = await fetch(`${opsUrl}/metrics`).catch(() => undefined);
  const text = await response?.text();
  const lines = text?.match(/^severe_frames_waiting\{[^}]*\} \d+$/gm);
  return lines?.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0);
}
