import { loadSettings, silentLog, StartError, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { requireService } from '@severe/testing/services';
import { migrations } from '../../src/migrations/index.ts';
import { migrate, type MigrateOptions } from '../../src/migrations/run.ts';
import { openDatabase } from '../../src/open.ts';
import { createPool } from '../../src/pool.ts';
import { inDatabase, makeDatabase } from '../support/databases.ts';

const names = migrations.map(({ name }) => name);

/** Drops the tables of the migrations, but not those in which Knex records them. */
const dropOurTables = `do $$
declare it text;
begin
  for it in select tablename from pg_tables
    where schemaname = 'public' and tablename not like 'knex%' and tablename <> 'spatial_ref_sys'
  loop execute format('drop table %I cascade', it); end loop;
  for it in select format('%s(%s)', oid::regproc, pg_get_function_identity_arguments(oid)) from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  loop execute 'drop function ' || it || ' cascade'; end loop;
end $$`;

describe('migrations', () => {
  it('are numbered from 1 without gaps, and run in this order', () => {
    const numbers = names.map((name) => Number(name.slice(0, 3)));
    expect(numbers).to.deep.equal(names.map((_, i) => i + 1));
  });

  it('contain no question mark, which Knex would take for a bound value', () => {
    for (const { name, sql } of migrations) expect(sql, name).to.not.include('?');
  });
});

describe('migrations/run (PostgreSQL)', () => {
  let database: Awaited<ReturnType<typeof makeDatabase>>;
  before(async function () {
    await requireService(this, 'postgres');
  });
  beforeEach(async function () {
    const { DATABASE_URL } = await requireService(this, 'postgres');
    database = await makeDatabase(DATABASE_URL);
  });
  afterEach(() => database?.remove());

  async function run(options: MigrateOptions = {}): Promise<string[]> {
    const knex = createPool({ connectionString: database.url }, 1, 'endless');
    try {
      return await migrate(knex, options);
    } finally {
      await knex.destroy();
    }
  }

  it('are run once, in order', async () => {
    expect(await run()).to.deep.equal(names);
    expect(await run()).to.deep.equal([]);
  });

  it('are run by one of several processes that start at once', async () => {
    const ran = await Promise.all(Array.from({ length: 6 }, () => run()));
    expect(ran.filter((names) => names.length > 0)).to.deep.equal([names]);
  });

  it('are all undone when the process dies in the middle', async () => {
    // A table that is in the way of the last one stops it half-way, as the end of the process would.
    await inDatabase(database.url, 'create table source_runs (n int)');
    expect(await run().catch((error: Error) => error.message)).to.include('"source_runs" already exists');
    await inDatabase(database.url, 'drop table source_runs');
    expect(await run()).to.deep.equal(names);
  });

  it('of a later release do not stop an older one', async () => {
    const later = { name: '999-later', sql: 'create table later (n integer)' };
    expect(await run({ migrations: [...migrations, later] })).to.deep.equal([...names, later.name]);
    expect(await run()).to.deep.equal([]);
    expect(await run({ migrations: [...migrations, later] })).to.deep.equal([]);
  });

  it('that end a transition run when asked for, and then only processes of their generation start', async () => {
    const expand = { name: '997-expand', sql: 'create table kept (n integer, old integer)' };
    const contract = { name: '998-contract', sql: 'alter table kept drop column old', contract: { oldest: 2 } };
    const after = { name: '999-after', sql: 'alter table kept add column more integer' };
    const next = { migrations: [...migrations, expand, contract, after], generation: 2 };
    expect(await run(next)).to.deep.equal([...names, expand.name, after.name]);
    expect(await run(), 'an older process, in between').to.deep.equal([]);
    expect(await run({ ...next, contract: true })).to.deep.equal([contract.name]);
    expect(await run(next)).to.deep.equal([]);
    const error = await run().catch((refused: unknown) => refused);
    expect(error).to.be.instanceOf(StartError);
    expect((error as Error).message).to.match(/^the database needs generation 2 of severe, this release has 1: /);
  });

  it('end readiness of a process for which the database is no longer one', async () => {
    const db = await openDatabase(loadSettings({ DATABASE_URL: database.url }), {
      log: silentLog,
      clock: () => new Date(),
      simulated: false,
    });
    try {
      await db.ping();
      await inDatabase(database.url, 'update schema_generation set oldest = 2');
      const error = await db.ping().catch((refused: unknown) => refused);
      expect(error).to.be.instanceOf(UpstreamError);
      expect((error as Error).message).to.include('needs generation 2 of severe, this release has 1');
    } finally {
      await db.close();
    }
  });

  it('ignore a lock of a process that has ended', async () => {
    await run();
    await inDatabase(database.url, 'update knex_migrations_lock set is_locked = 1', 'delete from knex_migrations');
    await inDatabase(database.url, dropOurTables);
    expect(await run()).to.deep.equal(names);
  });
});
