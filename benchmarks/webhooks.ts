import { join } from 'node:path';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase, type Database } from '@severe/db';
import { alertEvent, squareAt } from '@severe/db/testing/rows/alert-event';
import { seeded } from '@severe/testing/seeded';
import { Client } from 'pg';
import { startDatabase, type ThrowawayDatabase } from './api/database.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { inFolder } from './support/rounds.ts';
import { insertWebhooks } from './webhooks/fill.ts';
import { unlessShort } from './support/short-form.ts';

const hooks = Number(process.env.WEBHOOKS ?? unlessShort(100_000, 1000));
const alerts = unlessShort(500, 10);

/** How long an outbreak takes to become deliveries. */
export const webhooks: Benchmark = {
  name: 'webhooks',
  question: `How long does PostgreSQL take to match an outbreak of ${alerts} alerts with ${hooks} webhooks?`,
  leavesOut: 'Deliveries: the network and the speed of receivers.',
  run: ({ log }) =>
    inFolder(async (folder) => {
      const database = await startDatabase(join(folder, 'postgres', 'data'));
      const db = await openDatabase(loadSettings({ DATABASE_URL: database.url }), {
        log: silentLog,
        clock: createClock(),
        simulated: false,
      });
      const client = new Client({ connectionString: database.url });
      await client.connect();
      try {
        await insertWebhooks(client, 0, hooks);
        log(`${hooks} webhooks`);
        await storeOutbreak(db);
        const scansBefore = await scansOf(client);
        const result = await matchAll(db, database);
        const scans = await scansOf(client);
        const full = scans.full - scansBefore.full;
        log(`${result.deliveries} deliveries; ${scans.fence - scansBefore.fence} scans of the index on geofences, ${full} of the table`); // prettier-ignore
        return report(result, full);
      } finally {
        await client.end();
        await db.close();
        await database.stop();
      }
    }),
};

/** Warnings in a region of ten degrees, as on a day of many storms. */
async function storeOutbreak(db: Database): Promise<void> {
  const random = seeded(12);
  const events = ['Tornado Warning', 'Severe Thunderstorm Warning', 'Flash Flood Warning'];
  const outbreak = Array.from({ length: alerts }, (_, i) =>
    alertEvent({
      eventKey: `OUN.B.W.${i}.2026`,
      event: events[i % events.length],
      severity: i % 3 === 0 ? 'Extreme' : 'Severe',
      sent: new Date(),
      expires: new Date(Date.now() + 3_600_000),
      polygon: squareAt(-102 + 10 * random(), 32 + 8 * random(), 0.3 + 0.5 * random()),
    }),
  );
  await db.alerts.store(outbreak);
}

interface Result {
  deliveries: number;
  seconds: number;
  cpuSeconds: number;
}

/** Matches in the steps of the worker. */
async function matchAll(db: Database, database: ThrowawayDatabase): Promise<Result> {
  const [startedAt, cpu] = [performance.now(), database.cpu()];
  let deliveries = 0;
  for (let more = true; more;) {
    const step = await db.webhookDeliveries.matchAlerts({ alerts: 25, hits: 10_000 });
    deliveries += step.result.deliveries;
    more = step.more;
  }
  return { deliveries, seconds: (performance.now() - startedAt) / 1000, cpuSeconds: database.cpu() - cpu };
}

/** Scans of the index on geofences, and of the whole table, since the start. */
async function scansOf(client: Client): Promise<{ fence: number; full: number }> {
  await client.query('select pg_sleep(1.2)'); // sessions report once a second
  const { rows } = await client.query<{ fence: string; full: string }>(
    `select (select idx_scan from pg_stat_user_indexes where indexrelname = 'webhooks_fence') as fence,
       (select seq_scan from pg_stat_user_tables where relname = 'webhooks') as full`,
  );
  return { fence: Number(rows[0].fence), full: Number(rows[0].full) };
}

function report({ deliveries, seconds, cpuSeconds }: Result, full: number): Measurement[] {
  const limit = (most: number, unit: string): Pick<Measurement, 'peer' | 'target'> => ({
    peer: { name: 'limit', value: most },
    target: { ratio: 1, text: `at most ${most} ${unit}` },
  });
  const lower = { better: 'lower' } as const;
  return [
    {
      what: `matching of ${alerts} alerts with ${hooks} webhooks`,
      value: seconds,
      unit: 's',
      ...lower,
      ...limit(5, 's'),
    },
    { what: 'processor time of PostgreSQL for it', value: cpuSeconds, unit: 's', ...lower },
    { what: 'deliveries', value: deliveries, unit: '', better: 'higher' },
    { what: 'scans of the whole table of webhooks', value: full, unit: '', ...lower },
  ];
}
