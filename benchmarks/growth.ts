import { join } from 'node:path';
import { Client } from 'pg';
import { startDatabase, type ThrowawayDatabase } from './api/database.ts';
import { loadTime, openLoad } from './api/world.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import type { Work } from './growth/work.ts';
import { works } from './growth/works.ts';
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

/** Less cannot be told from noise. */
const flat = 0.01;

/** The cost of one question, of this process and of the database. */
interface Cost {
  rows: number;
  cpuMs: number;
  p99Ms: number;
}

async function measure(work: Work, database: ThrowawayDatabase, log: (line: string) => void): Promise<Measurement> {
  let present = loadTime;
  const db = await openLoad(database.url, () => present);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { grow, ask } = await work.begin({ db, client, setTime: (at) => void (present = at) });
    const costs: Cost[] = [];
    for (let i = 0, have = 0; i < sizes; i++) {
      const rows = share * work.smallest * 10 ** i;
      await grow(have, rows);
      have = rows;
      await database.analyze();
      await costOf(ask, database); // fills the caches of the database
      costs.push({ rows, ...(await costOf(ask, database)) });
      const { cpuMs, p99Ms } = costs[i];
      log(`${work.name}, ${figures(rows)} ${work.of}: ${figures(cpuMs)} ms of CPU, p99 ${figures(p99Ms)} ms`);
    }
    return measurementOf(work, costs);
  } finally {
    await client.end();
    await db.close();
  }
}

/** Asks until the processor time can be read well. */
async function costOf(
  ask: Awaited<ReturnType<Work['begin']>>['ask'],
  database: ThrowawayDatabase,
): Promise<Omit<Cost, 'rows'>> {
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

function measurementOf({ name, of, most, whyMore }: Work, costs: readonly Cost[]): Measurement {
  return {
    what: `${name}: exponent of the processor time by the number of ${of}`,
    value: Math.max(flat, exponentOf(costs)),
    unit: '',
    better: 'lower',
    peer: { name: 'expected at most', value: most },
    target: {
      ratio: 1,
      text: most < 1 ? 'flat or logarithmic: an index finds it' : 'linear: so is the answer',
      ...(whyMore ? { whyMissed: whyMore } : {}),
    },
    course: {
      unit: 'ms',
      minutes: costs.map(({ rows }) => rows),
      sizesOf: of,
      lines: [
        { name: 'p99', values: costs.map(({ p99Ms }) => p99Ms) },
        { name: 'processor time', values: costs.map(({ cpuMs }) => cpuMs) },
      ],
    },
  };
}

/** The slope of the logarithm of the cost by that of the rows, by least squares. */
export function exponentOf(costs: readonly Pick<Cost, 'rows' | 'cpuMs'>[]): number {
  const points = costs.map(({ rows, cpuMs }) => [Math.log(rows), Math.log(cpuMs)]);
  const [meanX, meanY] = [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
  const across = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return across / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
