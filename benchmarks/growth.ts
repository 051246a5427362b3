import { join } from 'node:path';
import { Client } from 'pg';
import { startDatabase, type ThrowawayDatabase } from './api/database.ts';
import type { Question } from './api/questions.ts';
import { statementsOf } from './api/statements.ts';
import { loadTime, openLoad } from './api/world.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { growthOf, type Cost } from './growth/exponent.ts';
import type { Work } from './growth/work.ts';
import { works } from './growth/works.ts';
import { reached } from './results.ts';
import { inFolder } from './support/rounds.ts';
import { figures, quantilesOf } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

/** Sizes of each kind of work, a decade apart. `GROWTH_SIZES=2` is a short form, 4 takes a quarter of an hour. */
const sizes = Number(process.env.GROWTH_SIZES ?? unlessShort(3, 2));
/** Of the smallest number of rows of a work. */
const share = unlessShort(1, 0.1);
/** Processor time of a round: the system counts it in hundredths of a second. */
const leastSeconds = unlessShort(1, 0.02);
const leastAsked = unlessShort(40, 3);
/** A part of the names of the works that are measured. */
const only = process.env.GROWTH_ONLY ?? '';

/** What asks of the tables cost as the rows grow in number: the exponent of processor time by rows. */
export const growth: Benchmark = {
  name: 'growth',
  question: 'How does the cost of a question grow with the rows of its table?',
  leavesOut: 'HTTP and the making of answers, whose cost is that of what is in them; writes meanwhile; a cold cache.',
  run: ({ log }) =>
    inFolder(async (folder) => {
      const database = await startDatabase(join(folder, 'postgres'));
      try {
        const measurements: Measurement[] = [];
        for (const work of works.filter(({ name }) => name.includes(only))) {
          measurements.push(await measure(work, database, log));
        }
        return measurements;
      } finally {
        await database.stop();
      }
    }),
};

async function measure(work: Work, database: ThrowawayDatabase, log: (line: string) => void): Promise<Measurement> {
  let present = loadTime;
  const db = await openLoad(database.url, () => present);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { grow, ask, explained } = await work.begin({ db, client, setTime: (at) => void (present = at) });
    const costs: Cost[] = [];
    for (let i = 0, have = 0; i < sizes; i++) {
      const rows = share * work.smallest * 10 ** i;
      await grow(have, rows);
      have = rows;
      await database.analyze();
      await costOf(ask, database); // fills the caches of the database
      costs.push({ size: rows, ...(await costOf(ask, database)) });
      const { cpuMs, p99Ms } = costs[i];
      log(`${work.name}, ${figures(rows)} ${work.of}: ${figures(cpuMs)} ms of CPU, p99 ${figures(p99Ms)} ms`);
    }
    const measured = growthOf(work.name, work, costs);
    if (explained && !reached(measured)) (await planOf(explained, client)).forEach(log);
    return measured;
  } finally {
    await client.end();
    await db.close();
  }
}

/** How the database answers a question: its statements in turn, with the rows that each step reads. */
async function planOf(ask: Question['ask'], client: Client): Promise<string[]> {
  const statements = await statementsOf({ ask }, (sql) => client.query<object>(sql));
  const plans: string[] = [];
  for (const { sql } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off, timing off) ${sql}`);
    plans.push(...rows.map((row) => row['QUERY PLAN']));
  }
  return plans;
}

/** Asks until the processor time can be read well. */
async function costOf(
  ask: Awaited<ReturnType<Work['begin']>>['ask'],
  database: ThrowawayDatabase,
): Promise<Omit<Cost, 'size'>> {
  const used = (): number => {
    const { user, system } = process.cpuUsage();
    return database.cpu() + (user + system) / 1e6;
  };
  const before = used();
  const waits: number[] = [];
  for (let i = 0; i < leastAsked || used() - before < leastSeconds; i++) {
    const startedAt = performance.now();
    await ask(i);
    waits.push(performance.now() - startedAt);
  }
  const cpuMs = ((used() - before) * 1000) / waits.length;
  return { cpuMs, p99Ms: quantilesOf(waits)(0.99) };
}
