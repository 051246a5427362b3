import { silentLog, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@severe/db';
import { openEmbedded, type EmbeddedConnection } from '../../src/embedded/open.ts';
import { databaseOn } from '../../src/open.ts';

const frame = (minute: number) => ({
  family: 'radar',
  product: 'vil',
  runAt: null,
  validAt: new Date(Date.UTC(2026, 4, 20, 22, minute)),
  publishedAt: new Date(0),
  tilesKey: null,
  tilesBytes: 0,
  valuesKey: 'v',
  valuesBytes: 0,
  simulated: false,
});

describe('embedded/engine', function () {
  this.timeout(180_000);
  let folder: string;
  let connection: EmbeddedConnection;
  let db: Database;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'severe-engine-'));
    connection = await openEmbedded(folder, silentLog, {
      watch: { everyMs: 200, limits: { processorMs: 1_500, stalledChecks: 30 } },
    });
    db = databaseOn(connection, { clock: () => new Date(), simulated: false });
  });
  after(async () => {
    await connection?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Waits until the database answers again. */
  async function healed(): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const away = await db.ping().then(
        () => false,
        (error: unknown) => {
          expect(error).to.be.instanceOf(UpstreamError);
          return true;
        },
      );
      if (!away) return;
      await sleep(100);
    }
    expect.fail('the engine did not come back');
  }

  const deaths = {
    'dies in silence': 'select engine_recursion()',
    'exits in the middle of a statement': 'copy frames from stdin',
  };
  let minute = 0;
  for (const [how, sql] of Object.entries(deaths)) {
    it(`is started again when it ${how}, with the rows that were acknowledged`, async () => {
      await connection.knex.raw(`create or replace function engine_recursion() returns int language plpgsql
                                 as $$ begin return engine_recursion() + 1; end $$`);
      expect(await db.frames.insert(frame(minute++))).to.equal(true);
      const error = await connection.knex.raw(sql).then(
        () => undefined,
        (thrown: Error) => thrown,
      );
      expect(error, 'the statement that killed it fails').to.be.instanceOf(Error);
      await healed();
      expect(await db.frames.all('radar')).to.have.length(minute);
    });
  }

  it('restarts when a statement exceeds its limit, and reports it meanwhile', async () => {
    const slow = await connection.knex.raw('select pg_sleep(60)').catch((thrown: Error) => thrown);
    expect(slow).to.be.instanceOf(Error); // whoever comes first: the client that hangs up, or the watch
    await healed();
    expect(await db.frames.all('radar')).to.have.length(minute);
  });

  it('is not restarted while a statement makes progress, however long it takes', async () => {
    const own = await mkdtemp(join(tmpdir(), 'severe-engine-'));
    const patient = await openEmbedded(own, silentLog, {
      watch: { everyMs: 100, limits: { processorMs: 60_000, stalledChecks: 20 } },
    });
    try {
      // Busy for twice the time without progress that a check allows.
      await patient.knex.raw('select pg_sleep(4)');
    } finally {
      await patient.close();
      await rm(own, { recursive: true });
    }
  });

  it('is not restarted while a transaction is open and idle', async () => {
    await connection.knex.transaction(async (trx) => {
      await trx.raw('create table engine_idle (n int)');
      await sleep(1_500); // several checks
      await trx.raw('insert into engine_idle values (1)');
    });
    const { rows } = await connection.knex.raw<{ rows: object[] }>('select n from engine_idle');
    expect(rows).to.deep.equal([{ n: 1 }]);
  });

  it('ends while it is being started again', async () => {
    await connection.knex.raw('select engine_recursion()').catch(() => {});
    await connection.close();
    expect(existsSync(join(folder, 'database', 'lock'))).to.equal(false);
    connection = await openEmbedded(folder, silentLog);
    db = databaseOn(connection, { clock: () => new Date(), simulated: false });
    expect(await db.frames.all('radar')).to.have.length(minute);
  });
});
