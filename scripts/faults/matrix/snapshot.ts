import { setTimeout as pause } from 'node:timers/promises';
import { channels, type DataEvent } from '@severe/catalogue';
import type { Stores } from './stores.ts';

/** Rows and answers of the service at a moment. */
export interface Snapshot {
  /** Number of rows by table. */
  rows: Record<string, number>;
  /** Bodies of answers by path. */
  answers: Record<string, string>;
}

/** Tables about the state of sources and of feeds, not about their data. Frame jobs are counted by family. */
const bookkeeping = [
  'frame_jobs',
  'source_states',
  'source_runs',
  'feed_problems',
  'data_sets',
  'dead_letters',
  'stream_positions',
];

/** One list of each source. */
const paths = [
  '/alerts?limit=500',
  '/observations?limit=1000',
  '/outlooks',
  '/watches',
  '/discussions',
  '/eros',
  '/tropical/outlook',
  '/tropical/storms',
  '/afd?wfo=OUN',
  '/hwo?wfo=OUN',
  '/reports?limit=1000',
  '/damage-tracks?days=30',
  '/soundings',
  '/forecast/point?lat=35.2226&lon=-97.4395',
  '/lightning?limit=5000',
  '/gauges/SIMAA/forecast',
];

export async function takeSnapshot({ sql, api, platform, clock }: Stores): Promise<Snapshot> {
  const event: DataEvent = { source: 'alerts', publishedAt: clock().toISOString() };
  await platform.pubsub.announce(channels.data, event); // caches are checked
  const answers = await Promise.all(
    paths.map(async (path) => {
      return [path, comparable(await currentAnswer(`${api}${path}`))] as const;
    }),
  );
  return { rows: await countRows(sql), answers: Object.fromEntries(answers) };
}

/** Requests of one answer until it is current. */
const maxAttempts = 30;

/**
 * Status and body of an answer. On a busy machine the service sends an earlier answer with its age, or a 503, while the
 * database is slow; then it is asked again.
 */
async function currentAnswer(url: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url);
    const text = `${response.status} ${await response.text()}`;
    const isCurrent = response.status !== 503 && !response.headers.has('age');
    if (isCurrent || attempt === maxAttempts) return text;
    await pause(100);
  }
}

/**
 * An answer without what depends on the order in which rows came: ids, versions, the order of features, and offices and states
 * of places, which follow the zones.
 */
function comparable(text: string): string {
  const plain = text
    .replaceAll(/"id":"?\d+"?/g, '"id":0')
    .replaceAll(/"(wfo|state|version)":(?:"\w+"|null|\d+)/g, '"$1":0');
  const [status, body] = [plain.slice(0, 3), JSON.parse(plain.slice(4)) as { features?: unknown[] }];
  const features = body.features?.map((feature) => JSON.stringify(feature)).sort();
  return features ? `${status} ${features.join('\n')}` : plain;
}

/** Which rows of a table are counted: an alert that has ended remains as the past. */
const counted: Record<string, string> = { alerts: `where status = 'active'`, alert_zones: 'where active' };

async function countRows(sql: Stores['sql']): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'knex%' order by 1`,
  );
  const names = tables
    .map(({ name }) => name)
    .filter((name) => name !== 'spatial_ref_sys' && !bookkeeping.includes(name));
  const counts = names.map(
    (name) => `select '${name}' as name, count(*)::int as rows from "${name}" ${counted[name] ?? ''}`,
  );
  counts.push(`select 'frame_jobs of ' || family as name, count(*)::int as rows from frame_jobs group by family`);
  const rows = await sql<{ name: string; rows: number }>(counts.join(' union all '));
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}

/** Differences as one line each: `alerts: 12 rows, were 11`. */
export function differences(before: Snapshot, after: Snapshot, isCounted = (_name: string): boolean => true): string[] {
  const rows = Object.keys(after.rows)
    .filter((table) => isCounted(table) && after.rows[table] !== before.rows[table])
    .map((table) => `${table}: ${after.rows[table]} rows, were ${before.rows[table]}`);
  const answers = Object.keys(after.answers)
    .filter((path) => isCounted(path) && after.answers[path] !== before.answers[path])
    .map((path) => `${path} answers ${excerptOf(before.answers[path], after.answers[path])}`);
  return [...rows, ...answers];
}

/** Where two texts begin to differ. */
function excerptOf(before: string, after: string): string {
  let at = 0;
  while (at < after.length && before[at] === after[at]) at++;
  const from = Math.max(0, at - 40);
  return `…${after.slice(from, at + 60)}…, not …${before.slice(from, at + 60)}…`;
}
