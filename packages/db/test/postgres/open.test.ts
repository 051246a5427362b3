import { createClock, StartError, UpstreamError } from '@severe/base';
import type { Database } from '@severe/db';
import { expect } from 'chai';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { testConnection } from '../support/database.ts';
import { requireService } from '@severe/testing/services';
import { databaseOn } from '../../src/open.ts';
import { openPostgres } from '../../src/postgres/open.ts';
import { preparedRows, rowsOf } from '../../src/context.ts';
import { inDatabase, makeDatabase } from '../support/databases.ts';
import { openRelay, type Relay } from '../support/relay.ts';

async function refusal(url: string): Promise<string> {
  const error = await openPostgres(url).then(
    () => expect.fail('it opened'),
    (thrown: unknown) => thrown,
  );
  expect(error, String(error)).to.be.instanceOf(StartError);
  expect((error as Error).message)
    .to.not.include('\n')
    .and.to.not.include('geheim');
  return (error as Error).message;
}

describe('postgres/open', () => {
  let server: Server | undefined;
  afterEach(async () => {
    if (server) await new Promise((closed) => server!.close(closed));
    server = undefined;
  });
  /** A server that gives every client the same bytes, whatever it says. */
  async function serve(answer: Buffer): Promise<string> {
    server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening));
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  function errorResponse(code: string, message: string): Buffer {
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
    const head = Buffer.from('E\0\0\0\0');
    head.writeInt32BE(4 + fields.length, 1);
    return Buffer.concat([head, fields]);
  }

  it('reports a wrong password without the password itself', async () => {
    const place = await serve(errorResponse('28P01', 'password authentication failed for user "ada"'));
    expect(await refusal(`postgres://ada:geheim@${place}/weather`)).to.equal(
      `the database at ada@${place}/weather cannot be used: the password is wrong (password authentication failed for user "ada")`,
    );
  });

  it('reports that nothing listens', async () => {
    const place = await serve(Buffer.alloc(0));
    await new Promise((closed) => server!.close(closed));
    server = undefined;
    expect(await refusal(`postgres://${place}/weather`)).to.include('nothing listens there');
  });

  it('reports that the host does not respond, after a timeout', async () => {
    server = createServer((socket) => void socket.resume()); // listens, and says nothing
    await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    expect(await refusal(`postgres://127.0.0.1:${port}/weather`)).to.include('the host does not answer');
  });

  it('reports a server that is not PostgreSQL', async () => {
    const place = await serve(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await refusal(`postgres://${place}/weather`)).to.include(
      `the database at ${place}/weather cannot be used: `,
    );
  });
});

describe('postgres/open (PostgreSQL)', function () {
  this.timeout(30_000);
  let url: string;
  before(async function () {
    url = (await requireService(this, 'postgres')).DATABASE_URL;
  });

  it('reports that the database does not exist', async () => {
    const other = new URL(url);
    other.pathname = '/severe_no_such';
    expect(await refusal(other.href)).to.include('there is no such database; create it first');
  });

  it('reports who must create the extension if it may not, and needs no privilege if it exists', async () => {
    const database = await makeDatabase(url);
    const user = `${database.name}_user`;
    try {
      await inDatabase(url, `create role ${user} login`, `grant all on database ${database.name} to ${user}`);
      await inDatabase(database.url, `grant all on schema public to ${user}`);
      const plain = new URL(database.url);
      plain.username = user;
      expect(await refusal(plain.href)).to.include('ask an administrator to run: create extension postgis');

      await inDatabase(database.url, 'create extension postgis');
      const { close, migrated } = await openPostgres(plain.href);
      expect(migrated).to.include('001-frames');
      await close();
    } finally {
      await database.remove();
      await inDatabase(url, `drop role ${user}`);
    }
  });
});

describe('a busy database', () => {
  it('lets a statement wait for one of the sessions, and answers it', async function () {
    this.timeout(60_000);
    const url = (await requireService(this, 'postgres')).DATABASE_URL;
    const { knex, close } = await openPostgres(url);
    try {
      const sleepers = Array.from({ length: 10 }, () => rowsOf(knex, 'select pg_sleep(3.2)', {}));
      expect(await rowsOf(knex, 'select 3 as three', {})).to.deep.equal([{ three: 3 }]);
      await Promise.all(sleepers);
    } finally {
      await close();
    }
  });
});

describe('repeated statements', () => {
  it('have their plans cached by PostgreSQL on each connection, up to a maximum', async function () {
    const url = (await requireService(this, 'postgres')).DATABASE_URL;
    const { knex, close } = await openPostgres(url);
    try {
      await knex.transaction(async (trx) => {
        for (let i = 0; i < 40; i++) {
          for (const value of [3, 4]) {
            const sql = `select ${i} as i, cast(:value as integer) as value`;
            expect(await preparedRows(trx, sql, { value })).to.deep.equal([{ i, value }]);
          }
        }
        const [{ plans }] = await rowsOf<{ plans: string }>(
          trx,
          'select count(*) as plans from pg_prepared_statements',
          {},
        );
        expect(Number(plans)).to.equal(32);
      });
    } finally {
      await close();
    }
  });

  it('have no names in the embedded database, whose connections are one session', async () => {
    const { knex } = await testConnection();
    expect(await preparedRows(knex, 'select cast(:value as integer) as value', { value: 3 })).to.deep.equal([
      { value: 3 },
    ]);
    expect(await rowsOf(knex, 'select name from pg_prepared_statements', {})).to.deep.equal([]);
  });
});

describe('a PostgreSQL server that is lost', function () {
  this.timeout(120_000);
  let relay: Relay;
  let db: Database;
  let admin: string;
  before(async function () {
    admin = (await requireService(this, 'postgres')).DATABASE_URL;
    const { hostname, port } = new URL(admin);
    relay = await openRelay(hostname, Number(port));
    const through = new URL(admin);
    through.port = String(relay.port);
    const connection = await openPostgres(through.href);
    db = databaseOn(connection, { clock: createClock(), simulated: false });
  });
  after(async () => {
    relay?.mend();
    await db?.close();
    await relay?.close();
  });

  /** The error of a query that must fail, and fail before `withinMs`: a query that never ends would fail it too. */
  async function failure(withinMs: number): Promise<unknown> {
    const late = new Promise((resolve) => setTimeout(resolve, withinMs, 'nothing came back').unref());
    return Promise.race([late, db.frames.all('radar').catch((error: unknown) => error)]);
  }

  /** Waits until a query succeeds: one may still hear of a connection that was lost before. */
  async function healed(): Promise<void> {
    for (let tries = 0; tries < 20; tries++) {
      const error = await db.ping().catch((thrown: unknown) => thrown);
      if (error === undefined) return;
      expect(error).to.be.instanceOf(UpstreamError);
    }
    expect.fail('the database did not come back');
  }

  it('is an UpstreamError soon, on open connections and on new ones, and heals', async () => {
    await Promise.all([db.ping(), db.ping()]);
    relay.cut();
    for (const line of ['open', 'open or new', 'new']) {
      expect(await failure(30_000), line)
        .to.be.instanceOf(UpstreamError)
        .and.to.include({ system: 'database' });
    }
    relay.mend();
    await healed();
  });

  it('is an UpstreamError when it ends our connection, and the pool makes new ones', async () => {
    await db.ping();
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
                 where application_name = 'severe' and datname = current_database()`;
    const slow = Promise.all([1, 2, 3].map(() => db.frames.all('radar').catch((error: unknown) => error)));
    await inDatabase(admin, end);
    for (const outcome of await slow) {
      if (!Array.isArray(outcome)) expect(outcome).to.be.instanceOf(UpstreamError);
    }
    await healed();
  });

  it('gives up a statement that waits too long for a lock', async () => {
    const knex = (await openPostgres(admin)).knex;
    try {
      await knex.transaction(async (trx) => {
        await trx.raw('lock table frames in access exclusive mode');
        expect(await failure(9_000), 'before a statement that works').to.be.instanceOf(UpstreamError);
      });
    } finally {
      await knex.destroy();
    }
    await db.ping();
  });
});
