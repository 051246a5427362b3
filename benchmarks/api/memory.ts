import { median } from '../support/statistics.ts';
import { residentBytes } from '../support/cpu.ts';

const everyMs = 250;

/** Memory of a process over a period in MiB: the median of its first and of its last third. */
export function watchMemory(pid: number): { end: () => { first: number; last: number } } {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(residentBytes(pid) / (1 << 20)), everyMs);
  return {
    end() {
      clearInterval(timer);
      const third = Math.ceil(samples.length / 3);
      return {
        first: median(samples.slice(0, third)),
        last: median(samples.slice(-third)),
        most: Math.max(...samples),
      };
    },
  };
}
