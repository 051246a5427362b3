import { readFileSync } from 'node:fs';

/** What a task did to its process. */
export interface Load {
  /** Delay that a request would have met in the event loop, by processor time, in milliseconds: 99th percentile, and longest. */
  delayP99Ms: number;
  longestMs: number;
  /** By how much resident memory has grown at most, in megabytes. */
  growthMb: number;
}

const tickMs = 10;

/**
 * Measures this process until the returned function is called. A timer ticks every 10 ms; what this thread computes between
 * two ticks has delayed every request that arrived meanwhile. Wall time would measure how busy the machine is.
 */
export function watchLoad(): () => Load {
  const counts = new Map<number, number>(); // ticks by their delay in milliseconds
  const atStart = process.memoryUsage.rss();
  let peak = atStart;
  let before = threadMs();
  const tick = setInterval(() => {
    const now = threadMs();
    const used = now - before;
    before = now;
    // A computation of 100 ms meets ten of the requests that would arrive every 10 ms.
    const delay = Math.round(Math.max(0, used - tickMs));
    counts.set(delay, (counts.get(delay) ?? 0) + Math.max(1, Math.round(used / tickMs)));
    peak = Math.max(peak, process.memoryUsage.rss());
  }, tickMs);
  return () => {
    clearInterval(tick);
    const delays = [...counts].sort(([a], [b]) => a - b);
    const total = delays.reduce((sum, [, count]) => sum + count, 0);
    let seen = 0;
    const p99 = delays.find(([, count]) => (seen += count) >= 0.99 * total);
    return {
      delayP99Ms: p99?.[0] ?? 0,
      longestMs: delays.at(-1)?.[0] ?? 0,
      growthMb: Math.round((peak - atStart) / (1 << 20)),
    };
  };
}

/** Processor time of this thread, in milliseconds. */
function threadMs(): number {
  return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
}
