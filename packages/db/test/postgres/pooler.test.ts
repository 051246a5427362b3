import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { freePort } from '@severe/testing/free-port';
import { requireService } from '@severe/testing/services';
import { requireTool } from '@severe/testing/tools';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { openDatabase, type Database } from '../../src/index.ts';
import { openPostgres } from '../../src/postgres/open.ts';
import { makeDatabase } from '../support/databases.ts';
import { alertEvent } from '../support/rows/alert-event.ts';
import { storeStormDay } from '../support/storm-day.ts';

/** What docs/operating.md says, with a shorter time limit. */
const ofSessions = `set jit = off; set max_parallel_workers_per_gather = 0; set statement_timeout = 1000; set lock_timeout = 2000`;

/** PostgreSQL behind a real PgBouncer in transaction mode, with fewer sessions than we have connections. */
describe('postgres behind PgBouncer', function () {
  this.timeout(60_000);
  let folder: string;
  let bouncer: ChildProcess;
  let url: string;
  let direct: Awaited<ReturnType<typeof makeDatabase>>;
  let db: Database;
  const context = { log: silentLog, clock: createClock(new Date('2026-05-20T22:30:00Z')), simulated: false };

  before(async function () {
    requireTool(this, 'pgbouncer', 'pgbouncer');
    direct = await makeDatabase((await requireService(this, 'postgres')).DATABASE_URL);
    const server = new URL(direct.url);
    const port = await freePort();
    folder = await mkdtemp(join(tmpdir(), 'severe-bouncer-'));
    await chmod(folder, 0o755); // it runs as another user if root starts it
    const place = `host=${server.hostname} port=${server.port} dbname=${server.pathname.slice(1)} user=${server.username}`;
    const config = `
[databases]
severe = ${place} connect_query='${ofSessions}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`;
    await writeFile(join(folder, 'pgbouncer.ini'), config);
    const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    bouncer = spawn('pgbouncer', [...asRoot, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
    url = `postgres://severe@127.0.0.1:${port}/severe`;
    const settings = loadSettings({ DATABASE_URL: url, DATABASE_POOLER: 'true' });
    db = await until(() => openDatabase(settings, context).catch(() => undefined), { withinMs: 20_000, everyMs: 200 });
  });
  after(async () => {
    await db?.close();
    if (bouncer?.kill('SIGINT')) await once(bouncer, 'exit');
    await direct?.remove();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('migrates, stores and reads as without it, with many readers at once', async () => {
    await storeStormDay(db);
    const { signal } = new AbortController();
    const at = context.clock();
    const read = async (): Promise<number> =>
      (await db.whileWanted(signal).gauges.search({ aboveFlood: false, since: new Date(0), at, limit: 9, offset: 0 }))
        .rows.length;
    expect(await Promise.all(Array.from({ length: 60 }, read))).to.deep.equal(Array.from({ length: 60 }, () => 1));
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => db.alerts.store([alertEvent({ eventKey: `OUN.SV.W.00${10 + i}.2026` })])),
    );
    expect(await db.alerts.countActive()).to.be.above(20);
    await db.ping();
  });

  it('has the time limits that the pooler sets', async () => {
    const { knex, close } = await openPostgres(url, { pooler: true });
    const error: unknown = await knex.raw('select pg_sleep(30)').catch((problem: unknown) => problem);
    await close();
    expect(error).to.include({ code: '57014' });
  });

  it('says at the start what to set', async () => {
    const opening = openDatabase(loadSettings({ DATABASE_URL: url }), context);
    const error: unknown = await opening.catch(String);
    expect(error).to.include('set DATABASE_POOLER=true');
  });
});
