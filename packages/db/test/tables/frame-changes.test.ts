import { createClock } from '@severe/base';
import type { Database, NewFrame } from '@severe/db';
import { requireService } from '@severe/testing/services';
import { expect } from 'chai';
import { databaseOn } from '../../src/open.ts';
import { openPostgres } from '../../src/postgres/open.ts';
import { testDatabase } from '../support/database.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { emptyTables } from '../support/empty-tables.ts';
import { at } from '../support/times.ts';

const frame = (time: string, more: Partial<NewFrame> = {}): NewFrame => ({
  family: 'radar',
  product: 'vil',
  runAt: null,
  validAt: at(time),
  publishedAt: at('22:59'),
  tilesKey: 'tiles',
  tilesBytes: 1,
  valuesKey: 'values',
  valuesBytes: 1,
  simulated: false,
  ...more,
});
const times = (frames: { validAt: Date }[]) => frames.map(({ validAt }) => validAt.toISOString().slice(11, 16));

// On a server that others use, what was told may be told again: a transaction of theirs is not over.
onEachDatabase('tables/frame-changes', (open) => {
  let db: Database;
  beforeEach(async () => {
    db = await open();
  });
  const since = async (position: string) => (await db.frameChanges.since(position))!;

  it('tells of frames that came after a position, of runs too', async () => {
    const begin = await db.frameChanges.position();
    await db.frames.insert(frame('22:02'));
    await db.frames.insertRun([frame('23:00', { family: 'hrrr', product: 'cape', runAt: at('22:00') })]);
    const { added, removed } = await since(begin);
    expect(added).to.deep.equal([...(await db.frames.all('radar')), ...(await db.frames.all('hrrr'))]);
    expect(removed).to.deep.equal([]);
  });

  it('tells what was removed by its row and its name', async () => {
    for (const time of ['20:00', '22:00', '22:02']) await db.frames.insert(frame(time));
    const begin = await db.frameChanges.position();
    await db.frames.removeOld('radar', 'vil', 3_600_000);
    await db.frames.remove(frame('22:02'));
    const names = [
      { id: 1, validAt: at('20:00') },
      { id: 3, validAt: at('22:02') },
    ].map((each) => ({ family: 'radar', product: 'vil', runAt: null, ...each }));
    const { added, removed } = await since(begin);
    expect(removed).to.deep.equal(names);
    expect(times(added)).not.to.include.members(['20:00', '22:02']);
  });

  it('goes on where the last look ended', async () => {
    let { position } = await since(await db.frameChanges.position());
    for (const time of ['22:00', '22:02', '22:04']) {
      await db.frames.insert(frame(time));
      const changes = await since(position);
      expect(times(changes.added)).to.include(time);
      ({ position } = changes);
    }
  });

  it('tells of the frames of its own world', async () => {
    const other = await open({ simulated: true, keep: true });
    const begin = await db.frameChanges.position();
    await other.frames.insert(frame('22:00', { simulated: true }));
    expect((await since(begin)).added).to.deep.equal([]);
    expect((await other.frameChanges.since(begin))!.added).to.have.length(1);
  });

  it('does not know a position that is ahead, as after a restore', async () => {
    const ahead = String(BigInt(await db.frameChanges.position()) + 1_000_000n);
    expect(await db.frameChanges.since(ahead)).to.equal(undefined);
  });
});

describe('tables/frame-changes', () => {
  it('tells nothing twice while no transaction runs', async () => {
    const db = await testDatabase();
    await db.frames.insert(frame('22:00'));
    const begin = await db.frameChanges.position();
    await db.frames.insert(frame('22:02'));
    const changes = (await db.frameChanges.since(begin))!;
    expect(times(changes.added)).to.deep.equal(['22:02']);
    expect((await db.frameChanges.since(changes.position))!.added).to.deep.equal([]);
  });

  it('misses none whose transaction begins before a look and ends after it, behind a later one (PostgreSQL)', async function () {
    const { DATABASE_URL } = await requireService(this, 'postgres');
    const connection = await openPostgres(DATABASE_URL);
    const slow = await openPostgres(DATABASE_URL);
    const world = { simulated: false, clock: createClock() };
    const db = databaseOn({ ...connection, close: async () => {} }, world);
    try {
      await emptyTables(connection.knex);
      const begin = await db.frameChanges.position();
      const position = await slow.knex.transaction(async (trx) => {
        const late = databaseOn({ ...slow, knex: trx, close: async () => {} }, world);
        await trx.raw('select pg_current_xact_id()'); // it has its number now
        await db.frames.insert(frame('22:02'));
        const between = (await db.frameChanges.since(begin))!;
        expect(times(between.added)).to.deep.equal(['22:02']);
        await late.frames.insert(frame('22:00'));
        return between.position;
      });
      expect(times((await db.frameChanges.since(position))!.added)).to.include('22:00');
    } finally {
      await Promise.all([slow.close(), connection.close()]);
    }
  });
});
