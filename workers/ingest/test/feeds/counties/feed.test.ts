import { expect } from 'chai';
import { testConnection } from '@severe/db/testing/database';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { counties } from '../../../src/feeds/counties/feed.ts';
import { Bucket, feedContext } from '../../support/stand-ins.ts';

/** The area of each stored county, km². */
async function areasKm2(): Promise<Map<string, number>> {
  const { knex } = await testConnection();
  const sql = 'select ugc, ST_Area(geography(shape)) / 1e6 as km2 from zones';
  const { rows } = await knex.raw<{ rows: { ugc: string; km2: number }[] }>(sql);
  return new Map(rows.map(({ ugc, km2 }) => [ugc, km2]));
}

describe('feeds/counties', () => {
  it('stores the bundled counties once, without a network', async function () {
    this.timeout(60_000);
    const now = new Date('2026-05-20T22:18:00Z');
    const provider = new Bucket('http://nowhere');
    const { context, close } = await feedContext(provider, () => now);
    try {
      const { new: stored } = await counties.run(context);
      expect(stored).to.be.greaterThan(3100); // 3,143 counties and their like, and those of the territories
      expect(provider.asked).to.deep.equal([]);
      const [cleveland] = await context.db.zones.withShapes(['OKC027']);
      expect(cleveland).to.deep.include({
        kind: 'county',
        name: 'Cleveland',
        state: 'OK',
        simplified: false,
        source: 'cb_2016_us_county_500k',
        asOf: '2016-01-01',
      });
      expect(await counties.run(context)).to.deep.include({ new: 0, changed: 0 });
      await context.db.alerts.store([alertEvent({ polygon: null, zones: ['county/OKC027'] })]);
      const norman = { point: { lat: 35.22, lon: -97.44 } };
      const { rows } = await context.db.alerts.searchRevisions({
        area: norman,
        active: true,
        at: now,
        limit: 1,
        offset: 0,
      });
      expect(rows).to.have.length(1);

      const areas = await areasKm2();
      // ALAND + AWATER of the Gazetteers: of 2016 for Cleveland OK, Harris TX and Johnson KS; of 2023 for the others, whose inner
      // lines are generalised.
      const known = {
        OKC027: 1446,
        TXC201: 4602,
        KSC091: 1243,
        AKC066: 64_500,
        CTC110: 2710,
        CTC120: 376,
        CTC190: 1439,
      };
      for (const [ugc, km2] of Object.entries(known)) expect(areas.get(ugc), ugc).to.be.closeTo(km2, 0.02 * km2);
      const of = (pattern: RegExp) => [...areas].filter(([ugc]) => pattern.test(ugc));
      const sum = (found: [string, number][]) => found.reduce((total, [, km2]) => total + km2, 0);
      expect(of(/^CTC1/)).to.have.length(9);
      expect(sum(of(/^CTC1/)), 'planning regions have the area of the counties').to.be.closeTo(sum(of(/^CTC0/)), 1);
      expect(areas.has('AKC261'), 'divided in 2019').to.equal(false);
      const names = (await context.db.zones.counties('PR')).map(({ name }) => name);
      expect(names).to.include('Mayagüez');
    } finally {
      await close();
    }
  });
});
