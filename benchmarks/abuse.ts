import { setMaxListeners } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { beGreedy, beOrdinary, Client, type Answer } from './abuse/clients.ts';
import { fillFrames } from './abuse/fill-frames.ts';
import { mix, ordinary } from './abuse/mix.ts';
import { startDatabase } from './api/database.ts';
import { fillDatabase } from './api/fill.ts';
import { startService } from './support/service.ts';
import { Dice } from './api/world.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { cpuSeconds } from './support/cpu.ts';
import { inFolder } from './support/rounds.ts';
import { figures } from './support/statistics.ts';

/** The limit of the greedy client is spent twice in it. */
const seconds = Number(process.env.ABUSE_SECONDS ?? 100);
const quietSeconds = 20;
/** Requests of each kind alone. */
const each = Number(process.env.ABUSE_EACH ?? 5);
const cores = 2;
const limitMs = 250;

/** What one address at its limit can do to the others. */
export const abuse: Benchmark = {
  name: 'abuse',
  question: 'How much of the machine does one address take at its limit, and what do others notice?',
  leavesOut:
    'Many addresses at once, requests that never end, and attacks below HTTP: `npm run test:faults` and `npm run hostile` have them.',
  run: ({ log }) =>
    inFolder(async (folder) => {
      const database = await startDatabase(join(folder, 'postgres'));
      try {
        await fillDatabase(database.url, log);
        await fillFrames(database.url, join(folder, 'data'), log);
        const start = (limit: number) =>
          startService(database.url, join(folder, 'data'), 'api,tiles', {
            TRUST_PROXY: '1',
            RATE_LIMIT_ANONYMOUS: `${limit}`,
          });
        const cpuOf = (pid: number) => () => cpuSeconds(pid) + database.cpu();
        log(`load of the machine ${loadavg()[0].toFixed(1)} on ${cores} cores`);
        const unlimited = await start(1e9);
        let costs: Measurement[];
        try {
          costs = await measureKinds(unlimited.base, cpuOf(unlimited.pid), log);
        } finally {
          await unlimited.stop();
        }
        const service = await start(300);
        try {
          return [...costs, ...(await measureOthers(service.base, cpuOf(service.pid), log))];
        } finally {
          await service.stop();
        }
      } finally {
        await database.stop();
      }
    }),
};

/** CPU time of each kind of request, alone, and of a unit of the rate limit. */
async function measureKinds(base: string, cpu: () => number, log: (line: string) => void): Promise<Measurement[]> {
  const client = new Client(base, '203.0.113.1', 1);
  const dice = new Dice(65);
  let dearest = 0;
  log('CPU ms each | units | CPU ms per unit | KiB | request');
  for (const kind of mix) {
    await client.ask(kind, dice);
    const before = cpu();
    const answers: Answer[] = [];
    for (let i = 0; i < each; i++) answers.push(await client.ask(kind, dice));
    const ms = ((cpu() - before) * 1000) / each;
    const [{ status, units, bytes }] = answers;
    if (status !== 200) throw new Error(`${kind.name} gave ${status}`);
    dearest = Math.max(dearest, ms / units);
    log(`${[ms, units, ms / units, bytes / 1024].map(figures).join(' | ')} | ${kind.name}`);
  }
  client.close();
  return [
    {
      what: 'processor time of a unit of the rate limit, for the dearest kind of request',
      value: dearest,
      unit: 'ms',
      better: 'lower',
      peer: { name: 'half of two cores by 300 units a minute', value: 200 },
      target: { ratio: 1, text: 'at most 200 ms' },
    },
  ];
}

/** Other clients without and with the greedy one. */
async function measureOthers(base: string, cpu: () => number, log: (line: string) => void): Promise<Measurement[]> {
  const period = async (length: number, greedy?: Answer[]) => {
    const seen: Answer[] = [];
    const ending = new AbortController();
    setMaxListeners(0, ending.signal); // every connection waits for it
    const [before, startedAt] = [cpu(), performance.now()];
    const timer = setTimeout(() => ending.abort(), length * 1000);
    const clients = [beOrdinary(base, ending.signal, seen)];
    if (greedy) clients.push(beGreedy(base, ending.signal, greedy));
    await Promise.all(clients);
    clearTimeout(timer);
    return { seen, cores: (cpu() - before) / ((performance.now() - startedAt) / 1000) };
  };
  await period(5); // warming up
  const alone = await period(quietSeconds);
  const greedy: Answer[] = [];
  const beside = await period(seconds, greedy);
  const spent = greedy.reduce((sum, { status, units }) => sum + (status === 429 ? 0 : units), 0);
  log(`greedy address: ${spent} units, statuses ${countsBy(greedy, ({ status }) => String(status))}`);
  log('p50 ms alone | p99 alone | p50 beside it | p99 beside it | request of others');
  const share = (beside.cores - alone.cores) / cores;
  log(`load of the machine ${loadavg()[0].toFixed(1)}; others alone took ${figures(alone.cores)} cores`);
  const failures = beside.seen.filter(({ status }) => status !== 200);
  if (failures.length > 0)
    log(`failed requests of others: ${countsBy(failures, ({ kind, status }) => `${kind} ${status}`)}`);
  return [
    ...ordinary.map(({ name }): Measurement => {
      const [before, after] = [alone.seen, beside.seen].map((all) => timesOf(all, name));
      const parts = [before.p50, before.p99, after.p50, after.p99].map(figures);
      log(`${parts.join(' | ')} | ${name}`);
      return {
        what: `${name} of others beside the greedy address: 99th percentile`,
        value: after.p99,
        unit: 'ms',
        better: 'lower',
        peer: { name: 'limit', value: limitMs },
        target: { ratio: 1, text: `at most ${limitMs} ms` },
      };
    }),
    { what: 'requests of others that failed', value: failures.length, unit: '', better: 'lower' },
    {
      what: 'share of two cores that the greedy address takes',
      value: share,
      unit: '',
      better: 'lower',
      peer: { name: 'limit', value: 0.5 },
      target: { ratio: 1, text: 'at most half' },
    },
  ];
}

/** `200 × 81, 429 × 766` */
function countsBy(answers: Answer[], nameOf: (answer: Answer) => string): string {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(nameOf(answer), (counts.get(nameOf(answer)) ?? 0) + 1);
  return [...counts].map(([name, n]) => `${name} × ${n}`).join(', ');
}

function timesOf(all: Answer[], name: string): { p50: number; p99: number } {
  const times = all.flatMap(({ kind, ms }) => (kind === name ? [ms] : [])).sort((a, b) => a - b);
  return {
    p50: times[Math.floor(times.length / 2)],
    p99: times[Math.min(times.length - 1, Math.floor(times.length * 0.99))],
  };
}
