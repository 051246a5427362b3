import { expect } from 'chai';
import type { AlertSearch } from '../../src/tables/alerts/alert.ts';
import type { ReportSearch } from '../../src/tables/reports/table.ts';
import type { Database } from '../../src/index.ts';
import { testConnection, testDatabase } from '../support/database.ts';
import { squareAt } from '../support/rows/alert-event.ts';
import { county } from '../support/rows/county.ts';

const count = 5_200;
const first = new Date('2026-05-20T00:00:00Z');
/** Of row `n`: one a minute, every other one in the east. */
const at = (n: number): Date => new Date(first.getTime() + n * 60_000);
const lonSql = 'case when n % 2 = 0 then -97.5 else -80.5 end';

/** Rows that are known two minutes after their time; every tenth had another state for the first minute of that. */
const reportsSql = `
insert into reports (simulated, source, key, version, digest, type, at, point, known_at)
select false, 'spc', n::text, 1, n::text, case when n = 17 then 'tornado' else 'hail' end,
  cast(:first as timestamptz) + n * interval '1 minute', ST_SetSRID(ST_MakePoint(${lonSql}, 35.5), 4326),
  cast(:first as timestamptz) + (n + 2) * interval '1 minute'
from generate_series(1, ${count}) n`;
const pastReportsSql = `
insert into reports_past select known_at, t.* from reports t where cast(key as integer) % 10 = 0`;
const earlierSql = `
update reports_past set known_at = at + interval '1 minute', place = 'before'`;

/** Every third alert has no polygon and is for the western or the eastern county. */
const alertsSql = `
insert into alerts (simulated, event_key, version, status, event, severity, urgency, certainty, message_type, sent, expires,
  message_expires, states, fips, area_desc, zones, tags, messages, digest, created_version, changed_version, polygon)
select false, n::text, 1, 'expired', case when n = 17 then 'Tornado Warning' else 'Flood Watch' end, 'Severe', 'Expected', 'Likely', 'Alert',
  sent, sent, sent, '{}', '{}', '', array[case when n % 2 = 0 then 'county/OKC001' else 'county/SCC001' end], '{}', '{}',
  n::text, 1, 1, case when n % 3 > 0 then ST_Buffer(ST_SetSRID(ST_MakePoint(${lonSql}, 35.5), 4326), 0.1) end
from generate_series(1, ${count}) n, lateral (select cast(:first as timestamptz) + n * interval '1 minute' as sent) t`;
const alertZonesSql = `
insert into alert_zones (alert_id, kind, ugc, active)
select id, 'county', split_part(zones[1], '/', 2), false from alerts where polygon is null`;

/** A county of one degree. */
const countyOf = (ugc: string, west: number) => county({ ugc, shape: JSON.stringify(squareAt(west, 35, 1)) });

const west = { bbox: [-99, 34, -96, 37] as [number, number, number, number] };
const all = { bbox: [-100, 30, -70, 40] as [number, number, number, number] };
const around = { point: { lat: 35.5, lon: -97.5 }, radiusM: 50_000 };
const faraway = { point: { lat: 35.5, lon: -89 }, radiusM: 1_000_000 };
const nowhere = { bbox: [0, 0, 1, 1] as [number, number, number, number] };

describe('db/long lists', function () {
  this.timeout(60_000);
  let db: Database;
  before(async () => {
    db = await testDatabase();
    const { knex } = await testConnection();
    await db.zones.put([countyOf('OKC001', -98), countyOf('SCC001', -81)]);
    await knex.raw(reportsSql, { first });
    await knex.raw(pastReportsSql);
    await knex.raw(earlierSql);
    await knex.raw(alertsSql, { first });
    await knex.raw(alertZonesSql);
  });

  const reports = (search: Partial<ReportSearch>) => db.reports.search({ limit: 3, offset: 0, ...search });
  const alerts = (search: Partial<AlertSearch>) =>
    db.alerts.searchRevisions({ limit: 3, offset: 0, active: false, at: at(count), ...search });
  const ids = ({ rows }: { rows: { id: number }[] }): number[] => rows.map(({ id }) => id);

  for (const [name, list] of Object.entries({ reports, alerts })) {
    describe(`of ${name}`, () => {
      it('give the newest, without a count of more than some thousands', async () => {
        const page = await list({});
        expect(ids(page)).to.deep.equal([count, count - 1, count - 2]);
        expect(page).to.include({ more: true, through: count }).and.not.have.property('matched');
      });

      it('count what is less', async () => {
        expect(await list({ area: west })).to.include({ matched: count / 2 });
        expect(await list({ area: around })).to.include({ matched: count / 2 });
        expect(await list({ end: at(11) })).to.include({ matched: 10 });
        expect(await list({ area: nowhere })).to.deep.include({ matched: 0, rows: [] });
      });

      it('find the same in any area, of many and of few', async () => {
        for (const area of [all, faraway, undefined]) {
          expect(ids(await list({ area, offset: 2 }))).to.deep.equal([count - 2, count - 3, count - 4]);
          expect(ids(await list({ area, end: at(18), limit: 1 }))).to.deep.equal([17]);
        }
        expect(ids(await list({ area: west }))).to.deep.equal([count, count - 2, count - 4]);
        expect(ids(await list({ area: around, offset: 1 }))).to.deep.equal([count - 2, count - 4, count - 6]);
      });

      it('know their end, however far it is skipped', async () => {
        expect(await list({ offset: count - 2 })).to.include({ matched: count });
        expect(ids(await list({ offset: count - 2 }))).to.deep.equal([2, 1]);
        for (const area of [all, undefined]) {
          const beyond = await list({ area, offset: 10 ** 12 });
          expect(beyond).to.deep.include({ rows: [], more: false }).and.not.have.property('matched');
        }
        expect(await list({ offset: count - 3 })).to.not.have.property('more', true);
        expect(await list({ offset: count - 4 })).to.not.have.property('more', false);
      });

      it('leave out what came after the first page', async () => {
        expect(ids(await list({ through: 7 }))).to.deep.equal([7, 6, 5]);
      });
    });
  }

  it('show reports as they were known', async () => {
    const asOf = at(5_102);
    const page = await reports({ asOf, limit: 4 });
    // 5,101 is not known yet; 5,100 since now, 5,110 in no state at all.
    expect(page.rows.map(({ id, place }) => [id, place])).to.deep.equal([
      [5_100, null],
      [5_099, null],
      [5_098, null],
      [5_097, null],
    ]);
    const before = await reports({ asOf: at(5_101), limit: 2 });
    expect(before.rows.map(({ id, place }) => [id, place])).to.deep.equal([
      [5_100, 'before'],
      [5_099, null],
    ]);
    expect(await reports({ asOf, offset: 10 ** 12 })).to.deep.include({ rows: [], more: false });
    const last = await reports({ asOf, limit: 4, offset: 5_098 });
    expect(last).to.deep.include({ matched: 5_100 });
    expect(ids(last)).to.deep.equal([2, 1]);
    const deep = await reports({ asOf: at(5_101), limit: 1, offset: 4_999 });
    expect(deep).to.include({ more: true });
    expect(ids(deep)).to.deep.equal([101]);
    expect(await reports({ asOf, area: west, limit: 1 })).to.include({ matched: 2_550 });
  });

  it('find a single one among many', async () => {
    expect(ids(await alerts({ area: all, events: ['tornado'] }))).to.deep.equal([17]);
    expect(ids(await reports({ area: all, type: 'tornado' }))).to.deep.equal([17]);
  });

  describe('of an area with too many to collect', () => {
    it('are tested in their order', async () => {
      const { knex } = await testConnection();
      const more = Array.from({ length: 60 }, (_, i) => `OKC${i + 100}`);
      await db.zones.put(more.map((ugc) => countyOf(ugc, -98)));
      await knex.raw(
        `insert into alert_zones (alert_id, kind, ugc, active)
       select z.alert_id, 'county', added.ugc, false from alert_zones z, unnest(cast(:more as text[])) added (ugc)
       where z.ugc = 'OKC001'`,
        { more },
      );
      const page = await alerts({ area: west });
      expect(ids(page)).to.deep.equal([count, count - 2, count - 4]);
      expect(page).to.not.have.property('matched');
      expect(ids(await alerts({ area: west, offset: count / 2 - 2 }))).to.deep.equal([4, 2]);
      expect(await alerts({ area: west, offset: 10 ** 12 })).to.deep.include({ rows: [], more: false });
      expect(await alerts({ area: west, offset: count / 2 - 1 })).to.include({ matched: count / 2 });
      expect(ids(await alerts({ area: west, end: at(20), events: ['flood'] }))).to.deep.equal([18, 16, 14]);
    });
  });
});
