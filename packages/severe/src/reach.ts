import { setTimeout as pause } from 'node:timers/promises';
import { medianOf, wrongClockMs } from '@severe/base';
import type { HostState } from '@severe/ingest';

/** Time in which most hosts are asked for the first time after a start. */
const firstRoundMs = 45_000;

/** One line about the providers after a start: how many were reached, and if none was, why. */
export function reachOf(hosts: readonly HostState[]): string {
  const reached = hosts.filter(({ answers }) => answers > 0);
  const missing = hosts.filter(({ answers }) => answers === 0);
  const ahead = medianOf(reached.flatMap(({ aheadMs }) => aheadMs ?? []));
  const clock =
    ahead !== undefined && Math.abs(ahead) > wrongClockMs
      ? ` The clock of this machine is ${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'behind' : 'ahead of'} theirs.`
      : '';
  if (hosts.length === 0) return 'No provider was asked yet.';
  if (reached.length === 0)
    return `No provider was reached: ${missing[0].host}: ${missing[0].problem ?? 'no answer yet'}`;
  const others = missing.length === 0 ? '' : `; not ${missing.map(({ host }) => host).join(', ')}`;
  return `${reached.length} of ${hosts.length} hosts of providers reached${others}.${clock}`;
}

/** Prints that line when the first round of feeds is over. */
export async function printReach(hosts: () => readonly HostState[], print: (line: string) => void): Promise<void> {
  await pause(firstRoundMs, undefined, { ref: false });
  print(`  ${reachOf(hosts())}\n`);
}
