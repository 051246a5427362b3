import { Client } from 'pg';
import { unlessShort } from '../support/short-form.ts';

/** Copies of the afternoon that `fillDatabase` stores, so that every table has what its retention keeps. */
interface Growth {
  of: string;
  sql: string[];
}

/** Distance in degrees by which a copy is moved at most, so that copies are not on top of each other. */
const moved = (id: string, salt: number): string => `((hashint8(${id} * 31 + ${salt}) % 2000) / 1000.0)`;

const columnsSql = (table: string, without: string[]): string =>
  `(select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = cast('${table}' as regclass) and attnum > 0 and not attisdropped
      and attname <> all(array[${without.map((name) => `'${name}'`).join(', ')}]))`;

/**
 * SQL: inserts a copy of rows of a table, with other values in some columns.
 *
 * @param changes      expressions by column; their columns are those of the row `t`
 * @param options.into the table of the copies, which keep their ids there; default: the same table
 */
function copySql(table: string, changes: Record<string, string>, options: { into?: string; where: string }): string {
  const { into = table, where } = options;
  const names = Object.keys(changes);
  const same = columnsSql(table, into === table ? [...names, 'id'] : names);
  const quoted = (sql: string): string => sql.replaceAll(`'`, `''`);
  return `do $$ declare same text := ${same}; begin
    execute 'insert into ${into} (' || same || ', ${names.join(', ')}) select ' || same || ', ${quoted(Object.values(changes).join(', '))}
      from ${table} t where ${quoted(where)}';
  end $$`;
}

const alertCopies = unlessShort(12, 1);
const observationCopies = unlessShort(14, 1);
const hoursOfObservations = 50;

/** Past alerts of eleven months before the afternoon, and their zones. */
function alertsBefore(): string[] {
  const copies = Array.from({ length: alertCopies }, (_, i) => i + 1);
  const days = (n: number): string => `interval '${n * 27} days'`;
  return [
    ...copies.map((n) =>
      copySql(
        'alerts',
        {
          event_key: `t.event_key || '.copy${n}'`,
          sent: `t.sent - ${days(n)}`,
          effective: `t.effective - ${days(n)}`,
          onset: `t.onset - ${days(n)}`,
          expires: `t.expires - ${days(n)}`,
          message_expires: `t.message_expires - ${days(n)}`,
          ends: `t.ends - ${days(n)}`,
          polygon: `ST_Translate(t.polygon, ${moved('t.id', n)}, ${moved('t.id', n + 100)})`,
        },
        { where: `t.status <> 'active' and t.event_key not like '%.copy%'` },
      ),
    ),
    'analyze alerts',
    `insert into alert_zones (alert_id, kind, ugc, active)
     select t.id, z.kind, z.ugc, false from alerts t
     join alerts original on original.event_key = split_part(t.event_key, '.copy', 1)
     join alert_zones z on z.alert_id = original.id where t.event_key like '%.copy%'`,
  ];
}

/** A month of earlier states: four of every alert of the month. */
function statesBefore(): string[] {
  return Array.from({ length: 4 }, (_, n) =>
    copySql(
      'alerts',
      {
        known_at: `t.sent + interval '${n * 10} minutes'`,
        known_until: `t.sent + interval '${n * 10 + 10} minutes'`,
        version: String(n + 1),
        status: `'active'`,
      },
      { into: 'alerts_past', where: `t.sent > (select max(sent) from alerts) - interval '31 days'` },
    ),
  );
}

/** SQL: when each row got its present state, without a copy of it. */
function knownAt(table: string, at: string): string {
  return `alter table ${table} disable trigger user; update ${table} set known_at = ${at}; alter table ${table} enable trigger user`;
}

const growths: Growth[] = [
  { of: 'a year of alerts', sql: alertsBefore() },
  { of: 'a month of their earlier states', sql: statesBefore() },
  {
    of: 'half as many reports again',
    sql: [
      copySql(
        'reports',
        {
          key: `t.key || '.copy'`,
          at: `t.at - interval '12 hours'`,
          point: `ST_Translate(t.point, ${moved('t.id', 1)}, ${moved('t.id', 2)})`,
        },
        { where: 't.id % 2 = 0' },
      ),
    ],
  },
  {
    of: 'the times since which rows are known',
    sql: [
      knownAt('alerts', `least(sent + interval '45 minutes', (select max(sent) from alerts))`),
      knownAt('reports', `at + interval '15 minutes'`),
      knownAt('observations', `at + interval '5 minutes'`),
    ],
  },
  {
    of: 'a month of observations',
    sql: Array.from({ length: observationCopies }, (_, i) =>
      copySql(
        'observations',
        {
          at: `t.at - interval '${(i + 1) * hoursOfObservations} hours'`,
          known_at: `t.known_at - interval '${(i + 1) * hoursOfObservations} hours'`,
        },
        { where: `t.at > (select max(at) from observations) - interval '${hoursOfObservations} hours'` },
      ),
    ),
  },
];

/** Grows the stored afternoon to a year of alerts, three years of reports, and a month of observations and of history. */
export async function growToYear(databaseUrl: string, log: (line: string) => void): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const { of, sql } of growths) {
      const startedAt = performance.now();
      for (const statement of sql) await client.query(statement);
      log(`grown by ${of} in ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
    await client.query(`update data_sets set past_since = past_since - interval '40 days'`);
    await client.query('vacuum full analyze');
  } finally {
    await client.end();
  }
}
