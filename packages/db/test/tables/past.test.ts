import type { AlertSearch, Database } from '@severe/db';
import { expect } from 'chai';
import { tablesWithPast } from '../../src/tables/past/table.ts';
import { testConnection } from '../support/database.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { alertEvent, squareAt } from '../support/rows/alert-event.ts';
import { damageTrack } from '../support/rows/damage-track.ts';
import { granule } from '../support/rows/granule.ts';
import { observation } from '../support/rows/observation.ts';
import { report } from '../support/rows/report.ts';
import { at, handClock } from '../support/times.ts';

onEachDatabase('tables/past', (open) => {
  let db: Database;
  const hand = handClock(at('22:20'));
  beforeEach(async () => {
    hand.set(at('22:20'));
    db = await open({ clock: hand.clock });
  });

  const page = { limit: 100, offset: 0 };
  const alertsAt = async (time: string, change: Partial<AlertSearch> = {}) => {
    const asOf = at(time);
    const { rows } = await db.alerts.searchPast({ ...page, active: true, at: asOf, asOf, ...change });
    return rows.map(({ id, version, status }) => `${id} v${version} ${status}`);
  };

  it('finds each version of an alert at the time when it was known', async () => {
    await db.alerts.store([alertEvent()]);
    hand.set(at('22:25'));
    await db.alerts.store([alertEvent({ sent: at('22:24'), headline: 'Later' })]);
    hand.set(at('22:30'));
    await db.alerts.store([alertEvent({ sent: at('22:29'), status: 'cancelled' })]);
    expect(await alertsAt('22:19')).to.deep.equal([]);
    expect(await alertsAt('22:20')).to.deep.equal(['1 v1 active']);
    expect(await alertsAt('22:24:59')).to.deep.equal(['1 v1 active']);
    expect(await alertsAt('22:25')).to.deep.equal(['1 v2 active']);
    expect(await alertsAt('22:30')).to.deep.equal([]);
    expect(await alertsAt('22:30', { active: false })).to.deep.equal(['1 v3 cancelled']);
  });

  it('finds an alert without a polygon through the zones that it named then', async () => {
    const zone = {
      kind: 'county',
      ugc: 'OKC027',
      name: 'Cleveland',
      state: 'OK',
      wfo: null,
      simplified: true,
    } as const;
    await db.zones.put([{ ...zone, shape: JSON.stringify(squareAt(-97.7, 35, 0.6)) }]);
    const first = alertEvent({ polygon: null, zones: ['county/OKC027'] });
    await db.alerts.store([first]);
    hand.set(at('22:25'));
    const moved = { action: 'CON', references: first.messages, zones: ['county/OKC109'] };
    await db.alerts.store([alertEvent({ sent: at('22:24'), polygon: null, ...moved })]);
    const area = { point: { lat: 35.2, lon: -97.4 } };
    expect(await alertsAt('22:21', { area })).to.deep.equal(['1 v1 active']);
    expect(await alertsAt('22:26', { area })).to.deep.equal([]);
    expect(await alertsAt('22:26')).to.deep.equal(['1 v2 active']);
  });

  it('finds an alert by the polygon that it had then', async () => {
    await db.alerts.store([alertEvent({ polygon: squareAt(-97.5, 35, 0.4) })]);
    hand.set(at('22:25'));
    await db.alerts.store([alertEvent({ sent: at('22:24'), polygon: squareAt(-90, 35, 0.4) })]);
    const area = { point: { lat: 35.2, lon: -97.3 } };
    expect(await alertsAt('22:21', { area })).to.have.length(1);
    expect(await alertsAt('22:26', { area })).to.have.length(0);
  });

  it('tells reports, observations and flashes from when they were received, before their correction', async () => {
    await db.reports.store([report()]);
    await db.observations.store([observation({ temperatureC: 20 })]);
    await db.lightning.store(granule());
    hand.set(at('22:40'));
    await db.reports.store([report({ magnitude: 2.5, receivedAt: at('22:39') })]);
    await db.observations.store([observation({ temperatureC: 21 })]);
    const known = async (time: string) => {
      const asOf = at(time);
      const reports = await db.reports.search({ ...page, asOf });
      const observations = await db.observations.search({ ...page, latest: false, asOf });
      const newest = await db.observations.search({ ...page, latest: true, asOf });
      const { matched } = await db.lightning.features({ asOf, from: at('00:00'), to: at('23:59'), limit: 10 });
      const temperatures = [...observations.rows, ...newest.rows].map(({ temperatureC }) => temperatureC);
      return [...reports.rows.map(({ magnitude }) => magnitude), ...temperatures, matched > 0];
    };
    expect(await known('22:19')).to.deep.equal([false]);
    expect(await known('22:20')).to.deep.equal([report().magnitude, 20, 20, true]);
    expect(await known('22:40')).to.deep.equal([2.5, 21, 21, true]);
  });

  it('remembers what a provider withdrew, and forgets what is removed for its age', async () => {
    const track = damageTrack();
    await db.damageTracks.store([track]);
    hand.set(at('22:40'));
    await db.damageTracks.store([], track.at);
    const count = async (time: string) =>
      (await db.damageTracks.search({ start: new Date(0), limit: 10, offset: 0, asOf: at(time) })).rows.length;
    expect([await count('22:30'), await count('22:40')]).to.deep.equal([1, 0]);
    await db.reports.store([report()]);
    await db.reports.removeOld(at('23:59'));
    expect((await db.reports.search({ ...page, asOf: at('22:45') })).rows).to.deep.equal([]);
    expect(await db.past.removeOld(at('22:41'))).to.equal(1);
    expect(await count('22:30')).to.equal(0);
  });

  it('keeps the pasts of the two worlds apart', async () => {
    await db.alerts.store([alertEvent()]);
    const simulated = await open({ clock: hand.clock, simulated: true, keep: true });
    const asOf = at('22:30');
    const { rows } = await simulated.alerts.searchPast({ ...page, active: true, at: asOf, asOf });
    expect(rows).to.deep.equal([]);
  });
});

describe('tables/past', () => {
  for (const table of tablesWithPast) {
    it(`copies every column of ${table}`, async () => {
      const { knex } = await testConnection();
      const columnsOf = async (name: string) => {
        const rows = await knex('information_schema.columns').where({ table_name: name }).orderBy('ordinal_position');
        return rows.map(({ column_name: column, data_type: type }) => `${column} ${type}`);
      };
      expect(await columnsOf(`${table}_past`)).to.deep.equal([
        'known_until timestamp with time zone',
        ...(await columnsOf(table)),
      ]);
    });
  }
});
