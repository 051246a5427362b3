import { expect } from 'chai';
import type { Database } from '@severe/db';
import { testDatabase } from '../support/database.ts';

const feed = { id: 'nhc-outlook', source: 'tropical' };
const other = { id: 'nws-hml', source: 'gauges' };

describe('tables/unknown-words', () => {
  let now: Date;
  let db: Database;
  beforeEach(async () => {
    now = new Date('2026-05-20T22:00:00Z');
    db = await testDatabase({ clock: () => now });
  });

  it('keeps a word of a field once, and counts it', async () => {
    await db.unknownWords.record(feed, [{ field: 'basin', word: 'Pacific', count: 3 }]);
    now = new Date('2026-05-20T22:05:00Z');
    await db.unknownWords.record(feed, [{ field: 'basin', word: 'Pacific', count: 2 }]);
    expect(await db.unknownWords.newest(5)).to.deep.equal([
      {
        source: 'tropical',
        feed: 'nhc-outlook',
        field: 'basin',
        word: 'Pacific',
        times: 5,
        firstAt: new Date('2026-05-20T22:00:00Z'),
        lastAt: now,
      },
    ]);
  });

  it('counts different words by source, and lists the newest', async () => {
    await db.unknownWords.record(feed, [{ field: 'basin', word: 'a', count: 1 }]);
    now = new Date('2026-05-20T22:05:00Z');
    await db.unknownWords.record(feed, [{ field: 'basin', word: 'b', count: 1 }]);
    await db.unknownWords.record({ ...feed, id: 'nhc-storms' }, [{ field: 'basin', word: 'b', count: 1 }]);
    await db.unknownWords.record(other, [{ field: 'unit', word: 'c', count: 1 }]);
    expect(await db.unknownWords.counts()).to.deep.equal(new Map([['gauges', 1], ['tropical', 2]])); // prettier-ignore
    expect((await db.unknownWords.newest(1)).map(({ word }) => word)).to.deep.equal(['c', 'b']);
  });

  it('stores words with NUL and half of a character, also where they become one', async () => {
    const words = ['a\0', 'a\uFFFD', 'a\uD83D'].map((word) => ({ field: 'f', word, count: 1 }));
    await db.unknownWords.record(feed, words);
    expect((await db.unknownWords.newest(9)).map(({ word, times }) => [word, times])).to.deep.equal([['a\uFFFD', 3]]);
  });

  it('keeps no more of a feed than it should, and removes old ones', async () => {
    const words = (run: number) => Array.from({ length: 100 }, (_, i) => ({ field: 'f', word: `${run} ${i}`, count: 1 })); // prettier-ignore
    for (let run = 0; run < 8; run++) await db.unknownWords.record(feed, words(run));
    expect(await db.unknownWords.counts()).to.deep.equal(new Map([['tropical', 500]]));
    expect(await db.unknownWords.removeOld(new Date('2026-05-20T22:00:01Z'))).to.equal(500);
    expect(await db.unknownWords.newest(9)).to.deep.equal([]);
  });
});
