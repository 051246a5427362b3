import { expect } from 'chai';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { counties } from '../../../src/feeds/counties/feed.ts';
import { Bucket, feedContext } from '../../support/stand-ins.ts';

describe('feeds/counties', () => {
  it('stores the bundled counties once, without a network', async function () {
    this.timeout(60_000);
    const now = new Date('2026-05-20T22:18:00Z');
    const provider = new Bucket('http://nowhere');
    const { context, close } = await feedContext(provider, () => now);
    try {
      const { new: stored } = await counties.run(context);
      expect(stored).to.be.greaterThan(3100); // 3,143 counties and their like, and the municipios of Puerto Rico
      expect(provider.asked).to.deep.equal([]);
      const [cleveland] = await context.db.zones.withShapes(['OKC027']);
      expect(cleveland).to.deep.include({ kind: 'county', name: 'Cleveland', state: 'OK', simplified: true });
      expect((await counties.run(context)).new).to.equal(0);
      await context.db.alerts.store([alertEvent({ polygon: null, zones: ['county/OKC027'] })]);
      const norman = { point: { lat: 35.22, lon: -97.44 } };
      const { matched } = await context.db.alerts.searchRevisions({
        area: norman,
        active: true,
        at: now,
        limit: 1,
        offset: 0,
      });
      expect(matched).to.equal(1);
    } finally {
      await close();
    }
  });
});
