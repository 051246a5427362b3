import { expect } from 'chai';
import { Client } from 'pg';
import { requireService } from '@severe/testing/services';
import { migrations } from '../../src/migrations/index.ts';
import { alertMessageExpires } from '../../src/tables/alerts/049-alert-message-expires.ts';
import { inDatabase, makeDatabase } from '../support/databases.ts';

const before = migrations.slice(0, migrations.indexOf(alertMessageExpires)).map(({ sql }) => sql);

/** An alert of the form before the migration. */
const insert = (key: string, expires: string, ends: string) => `
insert into alerts (simulated, event_key, version, status, event, severity, urgency, certainty, message_type, sent, expires, ends,
  states, fips, area_desc, zones, tags, messages, digest, created_version, changed_version)
values (false, '${key}', 1, 'active', 'Heat Advisory', 'Moderate', 'Expected', 'Likely', 'Alert', '2026-05-20 20:00Z',
  '2026-05-20 ${expires}Z', ${ends}, '{}', '{}', '', '{}', '{}', '{}', '', 1, 1)`;

describe('migrations/alert-message-expires (PostgreSQL)', () => {
  let database: Awaited<ReturnType<typeof makeDatabase>>;
  beforeEach(async function () {
    const { DATABASE_URL } = await requireService(this, 'postgres');
    database = await makeDatabase(DATABASE_URL);
  });
  afterEach(() => database?.remove());

  /** Rows as text, in the order of their keys. */
  async function rowsOf(table: string): Promise<string[]> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      const clock = (column: string) => `coalesce(to_char(${column} at time zone 'UTC', 'HH24:MI'), '-')`;
      const { rows } = await client.query<{ row: string }>(
        `select concat_ws(' ', event_key, ${clock('expires')}, ${clock('message_expires')}, ${clock('ends')}) as row
         from ${table} order by event_key, version`,
      );
      return rows.map(({ row }) => row);
    } finally {
      await client.end();
    }
  }

  it('takes the later of both times for stored alerts and their earlier states, and leaves no earlier state', async () => {
    await inDatabase(database.url, ...before);
    await inDatabase(
      database.url,
      insert('a', '22:00', `'2026-05-20 23:00Z'`),
      insert('b', '22:00', `'2026-05-20 21:00Z'`),
      insert('c', '22:00', 'null'),
      `update alerts set version = 2 where event_key = 'a'`, // leaves an earlier state
    );
    await inDatabase(database.url, alertMessageExpires.sql);
    expect(await rowsOf('alerts')).to.deep.equal(['a 23:00 22:00 23:00', 'b 22:00 22:00 21:00', 'c 22:00 22:00 -']);
    expect(await rowsOf('alerts_past')).to.deep.equal(['a 23:00 22:00 23:00']);
    await inDatabase(database.url, `update alerts set version = 3 where event_key = 'b'`); // copies are made again
    expect(await rowsOf('alerts_past')).to.have.length(2);
  }).timeout(60_000);
});
