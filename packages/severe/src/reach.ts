import { setTimeout as pause } from 'node:timers/promises';
import { medianOf, wrongClockMs } from '@severe/base';
import type { HostState } from '@severe/ingest';

/** Time in which most hosts are asked for the first time after a start. */
const firstRoundMs = 45_000;

/** What is wrong with the clock of this machine, by how much those of providers are ahead of it; undefined if it is right. */
export function clockProblem(aheadMs: readonly number[]): string | undefined {
  const ahead = medianOf(aheadMs);
  if (ahead === undefined || Math.abs(ahead) <= wrongClockMs) return undefined;
  const seconds = Math.round(Math.abs(ahead) / 1000);
  return `The clock of this machine is ${seconds} s ${ahead > 0 ? 'behind' : 'ahead of'} theirs.`;
}

/** One line about the providers after a start: how many were reached, and if none was, why. */
export function reachOf(hosts: readonly HostState[]): string {
  const reached = hosts.filter(({ answers }) => answers > 0);
  const missing = hosts.filter(({ answers }) => answers === 0);
  if (hosts.length === 0) return 'No provider was asked yet.';
  if (reached.length === 0)
    return `No provider was reached: ${missing[0].host}: ${missing[0].problem ?? 'no answer yet'}`;
  const others = missing.length === 0 ? '' : `; not ${missing.map(({ host }) => host).join(', ')}`;
  const clock = clockProblem(reached.flatMap(({ aheadMs }) => aheadMs ?? []));
  return [`${reached.length} of ${hosts.length} hosts of providers reached${others}.`, clock].filter(Boolean).join(' ');
}

/** Prints that line when the first round of feeds is over. */
export async function printReach(hosts: () => readonly HostState[], print: (line: string) => void): Promise<void> {
  await pause(firstRoundMs, undefined, { ref: false });
  print(`  ${reachOf(hosts())}\n`);
}
