import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase, type Database } from '@severe/db';
import { toldDiscussion } from '@severe/db/testing/rows/told-discussion';
import { expect } from 'chai';
import { Client } from 'pg';
import { freePort } from '@severe/testing/free-port';
import { requireService } from '@severe/testing/services';
import { until } from '@severe/testing/until';
import { postgresOn, replicaOf } from '../scripts/services/postgres.ts';

const wanted = new AbortController().signal;
const patient = { withinMs: 60_000, everyMs: 100 };

/** Lists from a real streaming replica, which is paused, stopped and started again. */
describe('a replica of the database', function () {
  this.timeout(180_000);
  let folder: string;
  let ports: { primary: number; replica: number };
  let db: Database;
  const folderOf = (name: string): string => join(folder, name);

  before(async function () {
    await requireService(this, 'postgres'); // says whether it is installed, and how to install it
    folder = await mkdtemp(join(tmpdir(), 'severe-replica-'));
    await chmod(folder, 0o755); // PostgreSQL runs as another user if root starts it
    ports = { primary: await freePort(), replica: await freePort() };
    await postgresOn(ports.primary).start(folderOf('primary'));
    await replicaOf(ports.primary, ports.replica).start(folderOf('replica'));
    const url = (port: number): string => `postgres://severe@127.0.0.1:${port}/severe`;
    const settings = loadSettings({ DATABASE_URL: url(ports.primary), DATABASE_READ_URL: url(ports.replica) });
    db = await openDatabase(settings, { log: silentLog, clock: createClock(), simulated: false });
  });
  after(async () => {
    if (!ports) return; // skipped
    await db?.close();
    for (const [name, server] of [
      ['replica', replicaOf(ports.primary, ports.replica)],
      ['primary', postgresOn(ports.primary)],
    ] as const) {
      const pid = server.pidOf(folderOf(name));
      if (pid !== undefined) await server.stop(pid);
    }
    await rm(folder, { recursive: true, force: true });
  });

  /** Reads the list as a request does, by the versions that it starts from. */
  const read = async (): Promise<string[]> => {
    const sets = (await db.dataSets.all()).filter(({ name }) => name === 'discussions');
    const { rows } = await db.whileWanted(wanted, sets).discussions.search({
      active: false,
      at: new Date(),
      limit: 10,
      offset: 0,
    });
    return rows.map(({ number }) => String(number));
  };
  /** Whether the next read is served by the replica. */
  const isFromReplica = async (): Promise<boolean> => {
    const before = db.listReads().replica;
    await read();
    return db.listReads().replica > before;
  };
  const onReplica = async (sql: string): Promise<void> => {
    const client = new Client({ host: '127.0.0.1', port: ports.replica, user: 'severe', database: 'severe' });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };

  it('serves lists once it has what they are about', async () => {
    await db.discussions.store([toldDiscussion({ number: 1 })]);
    expect(await read()).to.deep.equal(['1']); // whoever serves it
    await until(async () => (await isFromReplica()) || undefined, patient);
    expect(await read()).to.deep.equal(['1']);
  });

  it('serves no list that is older than the version that its reader knows', async () => {
    await onReplica('select pg_wal_replay_pause()');
    await db.discussions.store([toldDiscussion({ number: 2 })]);
    for (let i = 0; i < 5; i++) {
      expect(await read()).to.have.members(['1', '2']);
      expect(await isFromReplica()).to.equal(false);
      await pause(50);
    }
    await onReplica('select pg_wal_replay_resume()');
    await until(async () => (await isFromReplica()) || undefined, patient);
    expect(await read()).to.have.members(['1', '2']);
  });

  it('is missed by nobody while it is gone, and serves again when it is back', async () => {
    const server = replicaOf(ports.primary, ports.replica);
    await server.stop(server.pidOf(folderOf('replica'))!);
    for (let i = 0; i < 5; i++) expect(await read()).to.have.members(['1', '2']);
    await db.discussions.store([toldDiscussion({ number: 3 })]);
    expect(await read()).to.have.members(['1', '2', '3']);
    await server.start(folderOf('replica'));
    await until(async () => (await isFromReplica()) || undefined, patient);
    expect(await read()).to.have.members(['1', '2', '3']);
  });

  it('needs the database that it is a replica of', async () => {
    const settings = loadSettings({ DATABASE_READ_URL: 'postgres://severe@127.0.0.1:1/severe' });
    const error = await openDatabase(settings, { log: silentLog, clock: createClock(), simulated: false }).catch(
      String,
    );
    expect(error).to.include('DATABASE_URL, which is not set');
  });
});
