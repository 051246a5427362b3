import { quantilesOf } from '../support/statistics.ts';
import type { Arrival } from './arrivals.ts';
import { Machine } from './machine.ts';
import { Timeline } from './timeline.ts';

/** Work that comes again and again in every process, such as an event for all of its streams. */
export interface Recurring {
  everySeconds: number;
  /** Processor time in one process, in milliseconds. */
  cpuMs: number;
}

/** What servers of a role do with what arrives. */
export interface ServersResult {
  /** Share of the time in which the busiest and the average process work. */
  busiest: number;
  busy: number;
  p50Ms: number;
  p99Ms: number;
}

/** A process lets others have their turn after so much of a long task. */
const pieceMs = 1;

/**
 * Simulates processes of one role, each with a processor of its own.
 *
 * @param arrivals in any order; those about a frame go to one process, as the router sends them, all others in turn
 */
export function simulateServers(
  arrivals: readonly Arrival[],
  { processes, seconds, recurring }: { processes: number; seconds: number; recurring?: Recurring },
): ServersResult {
  const timeline = new Timeline();
  const machine = new Machine(timeline, processes);
  const threads = Array.from({ length: processes }, () => machine.thread());
  const waits: number[] = [];
  const sorted = arrivals.toSorted((one, other) => one.at - other.at);
  const arrive = (i: number): void => {
    const { at, cpuMs, frame } = sorted[i];
    threads[(frame ?? i) % processes].run(cpuMs, () => waits.push(timeline.now - 1000 * at));
    if (i + 1 < sorted.length) timeline.after(1000 * (sorted[i + 1].at - at), () => arrive(i + 1));
  };
  if (sorted.length > 0) timeline.after(1000 * sorted[0].at, () => arrive(0));
  if (recurring && recurring.cpuMs > 0) {
    for (let at = 0; at < seconds; at += recurring.everySeconds) {
      for (const thread of threads) timeline.after(1000 * at, () => inPieces(thread, recurring.cpuMs));
    }
  }
  timeline.runUntil(1000 * seconds);
  const shares = threads.map(({ busyMs }) => busyMs / (1000 * seconds));
  const at = quantilesOf(waits);
  return {
    busiest: Math.max(...shares),
    busy: shares.reduce((sum, share) => sum + share, 0) / processes,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

function inPieces(thread: ReturnType<Machine['thread']>, leftMs: number): void {
  const ms = Math.min(pieceMs, leftMs);
  thread.run(ms, () => {
    if (leftMs > ms) inPieces(thread, leftMs - ms);
  });
}
