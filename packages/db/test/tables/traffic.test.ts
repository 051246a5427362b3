import type { Database } from '@severe/db';
import { expect } from 'chai';
import { testDatabase } from '../support/database.ts';

const now = new Date('2026-05-20T22:18:00Z');
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

describe('tables/traffic', () => {
  let db: Database;
  before(async () => {
    db = await testDatabase({ clock: () => now });
  });
  after(() => db.close());

  it('sums what hosts have sent by source, over a day and its last whole hour', async () => {
    const mrms = { source: 'radar', host: 'mrms.example', requests: 2, bytes: 3e9, aheadMs: 40 };
    const lists = { source: 'text', host: 'api.example', requests: 1, bytes: 500, aheadMs: null };
    await db.traffic.add([mrms, lists], minutesAgo(70)); // in the hour of 21
    await db.traffic.add([mrms], minutesAgo(5));
    await db.traffic.add([{ ...mrms, aheadMs: -90_000 }], minutesAgo(4));
    await db.traffic.add([lists], minutesAgo(25 * 60));
    await db.traffic.add([], now);
    expect(await db.traffic.ofDay(now)).to.deep.equal([
      { source: 'radar', host: 'mrms.example', requests: 6, bytes: 9e9, aheadMs: -90_000, lastAt: minutesAgo(4), lastHourRequests: 2, lastHourBytes: 3e9 }, // prettier-ignore
      { source: 'text', host: 'api.example', requests: 1, bytes: 500, aheadMs: null, lastAt: minutesAgo(70), lastHourRequests: 1, lastHourBytes: 500 }, // prettier-ignore
    ]);
  });
});
