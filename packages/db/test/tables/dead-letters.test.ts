import { expect } from 'chai';
import type { Database } from '@severe/db';
import { testDatabase } from '../support/database.ts';

const feed = { id: 'local-reports', source: 'reports' };
const other = { id: 'nws-hml', source: 'gauges' };

describe('tables/dead-letters', () => {
  let now = new Date('2026-05-20T22:00:00Z');
  let db: Database;
  beforeEach(async () => {
    now = new Date('2026-05-20T22:00:00Z');
    db = await testDatabase({ clock: () => now });
  });

  it('keeps an item once, with its last reason and how often it was refused', async () => {
    await db.deadLetters.record(feed, [{ what: 'report 1', why: 'no place' }]);
    now = new Date('2026-05-20T22:05:00Z');
    await db.deadLetters.record(feed, [{ what: 'report 1', why: 'no time' }]);
    expect(await db.deadLetters.newest(5)).to.deep.equal([
      {
        source: 'reports',
        feed: 'local-reports',
        what: 'report 1',
        why: 'no time',
        times: 2,
        firstAt: new Date('2026-05-20T22:00:00Z'),
        lastAt: now,
      },
    ]);
  });

  it('counts and lists by source, newest first', async () => {
    await db.deadLetters.record(feed, [{ what: 'a', why: 'x' }]);
    now = new Date('2026-05-20T22:05:00Z');
    await db.deadLetters.record(feed, [{ what: 'b', why: 'x' }]);
    await db.deadLetters.record(other, [{ what: 'c', why: 'x' }]);
    expect(await db.deadLetters.counts()).to.deep.equal(new Map([['gauges', 1], ['reports', 2]])); // prettier-ignore
    expect((await db.deadLetters.newest(1)).map(({ what }) => what)).to.deep.equal(['c', 'b']);
  });

  it('stores a reason that quotes NUL and half of a character', async () => {
    await db.deadLetters.record(feed, [{ what: 'a\0', why: `got "\0\n\uD83D" ${'x'.repeat(2000)}` }]);
    const [{ what, why }] = await db.deadLetters.newest(1);
    expect(what).to.equal('a\uFFFD');
    expect(why.startsWith('got "\uFFFD \uFFFD" xxx')).to.equal(true);
    expect(why).to.have.length(500);
  });

  it('records at most a hundred items of a run, and a thousand of a feed', async () => {
    const items = (from: number) => Array.from({ length: 150 }, (_, i) => ({ what: `item ${from + i}`, why: 'x' }));
    for (let run = 0; run < 12; run++) await db.deadLetters.record(feed, items(run * 1000));
    expect(await db.deadLetters.counts()).to.deep.equal(new Map([['reports', 1000]]));
  });

  it('removes those that were not refused again, and old ones', async () => {
    await db.deadLetters.record(feed, [{ what: 'fixed', why: 'x' }, { what: 'still bad', why: 'x' }]); // prettier-ignore
    now = new Date('2026-05-20T23:00:00Z');
    await db.deadLetters.record(feed, [{ what: 'still bad', why: 'x' }]);
    await db.deadLetters.record(other, [{ what: 'of another feed', why: 'x' }]);
    expect(await db.deadLetters.remove('local-reports', now)).to.equal(1);
    expect((await db.deadLetters.newest(9)).map(({ what }) => what)).to.deep.equal(['of another feed', 'still bad']);
    expect(await db.deadLetters.removeOld(new Date('2026-05-20T23:00:01Z'))).to.equal(2);
    expect(await db.deadLetters.newest(9)).to.deep.equal([]);
  });
});
