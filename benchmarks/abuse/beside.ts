import { setMaxListeners } from 'node:events';
import { quantilesOf } from '../support/statistics.ts';
import { beGreedy, beOrdinary, type Answer } from './clients.ts';
import { ordinary } from './ordinary.ts';
import type { SoughtRequest } from './requests.ts';
import { unlessShort } from '../support/short-form.ts';

const quietSeconds = unlessShort(20, 2);
const warmSeconds = unlessShort(5, 1);

export interface Attack {
  base: string;
  cpu: () => number;
  /** What the greedy address asks. */
  mix: readonly SoughtRequest[];
  seconds: number;
}

/** What others have seen without and with a greedy address. */
export interface Seen {
  alone: Answer[];
  beside: Answer[];
  greedy: Answer[];
  aloneCores: number;
  besideCores: number;
}

/** Asks as ordinary clients do, without and with an address that asks for a mix as fast as it can. */
export async function besideGreedy({ base, cpu, mix, seconds }: Attack): Promise<Seen> {
  const period = async (length: number, greedy?: Answer[]) => {
    const seen: Answer[] = [];
    const ending = new AbortController();
    setMaxListeners(0, ending.signal); // every connection waits for it
    const [before, startedAt] = [cpu(), performance.now()];
    const timer = setTimeout(() => ending.abort(), length * 1000);
    const clients = [beOrdinary(base, ending.signal, seen)];
    if (greedy) clients.push(beGreedy(base, ending.signal, mix, greedy));
    await Promise.all(clients);
    clearTimeout(timer);
    return { seen, cores: (cpu() - before) / ((performance.now() - startedAt) / 1000) };
  };
  await period(warmSeconds);
  const alone = await period(quietSeconds);
  const greedy: Answer[] = [];
  const beside = await period(seconds, greedy);
  return { alone: alone.seen, beside: beside.seen, greedy, aloneCores: alone.cores, besideCores: beside.cores };
}

/** Milliseconds of one kind of request. */
export interface Times {
  p50: number;
  p99: number;
}

/** Times of each kind of request of others. */
export function summaryOf({ alone, beside }: Seen): { name: string; alone: Times; beside: Times }[] {
  return ordinary.map(({ name }) => ({ name, alone: timesOf(alone, name), beside: timesOf(beside, name) }));
}

function timesOf(all: Answer[], name: string): Times {
  const at = quantilesOf(all.flatMap(({ kind, ms }) => (kind === name ? [ms] : [])));
  return { p50: Math.round(at(0.5)), p99: Math.round(at(0.99)) };
}

/** `200 × 81, 429 × 766` */
export function countsBy(answers: Answer[], nameOf: (answer: Answer) => string): string {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(nameOf(answer), (counts.get(nameOf(answer)) ?? 0) + 1);
  return [...counts].map(([name, n]) => `${name} × ${n}`).join(', ');
}
