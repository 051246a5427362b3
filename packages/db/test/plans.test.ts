import type { SearchArea } from '@severe/geo';
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { ClientBase, QueryConfig } from 'pg';
import { testConnection } from '../../../test/support/database.ts';
import { createAlerts } from '../src/tables/alerts/alerts.ts';
import { createDamageTracks } from '../src/tables/damage-tracks.ts';
import { createFacilities } from '../src/tables/facilities.ts';
import { createForecasts } from '../src/tables/forecasts.ts';
import { createBulletins } from '../src/tables/bulletins.ts';
import { createOutlooks } from '../src/tables/outlooks.ts';
import { createLightning } from '../src/tables/lightning.ts';
import { createDiscussions } from '../src/tables/discussions.ts';
import { createGauges } from '../src/tables/gauges/gauges.ts';
import { createObservations } from '../src/tables/observations.ts';
import { createTropicalOutlooks } from '../src/tables/tropical-outlooks.ts';
import { createTropicalStorms } from '../src/tables/tropical-storms.ts';
import { createWatches } from '../src/tables/watches.ts';
import { createReports } from '../src/tables/reports.ts';
import { createSoundings } from '../src/tables/soundings.ts';
import { createZones } from '../src/tables/zones.ts';

const at = new Date('2026-05-20T22:20:00Z');
const page = { at, limit: 100, offset: 0 };
const gaugePage = { ...page, since: at, aboveFlood: false };
const firstDay = { day: 1, type: 'categorical' };
const areas: Record<string, SearchArea> = {
  'a box': { bbox: [-98, 34, -96, 36] },
  'a box across the antimeridian': { bbox: [170, 50, -170, 60] },
  'a point': { point: { lat: 35, lon: -97 } },
  'a radius': { point: { lat: 35, lon: -97 }, radiusM: 50_000 },
};

/** What is asked of the tables, by name. */
const asked: [string, (knex: Knex) => Promise<unknown>][] = [
  ...Object.entries(areas).flatMap(([name, area]): [string, (knex: Knex) => Promise<unknown>][] => [
    [`alerts in force in ${name}`, (knex) => alertsOf(knex).search({ ...page, area, active: true })],
    [`all alerts in ${name}`, (knex) => alertsOf(knex).search({ ...page, area, active: false })],
    [`marks of alerts in ${name}`, (knex) => alertsOf(knex).searchMarks({ ...page, area, active: true })],
  ]),
  ...Object.entries(areas).map(([name, area]): [string, (knex: Knex) => Promise<unknown>] => [
    `outlooks in ${name}`,
    (knex) => outlooksOf(knex).search({ ...page, ...firstDay, area, active: true }),
  ]),
  ...Object.entries(areas).map(([name, area]): [string, (knex: Knex) => Promise<unknown>] => [
    `watches in ${name}`,
    (knex) => watchesOf(knex).search({ ...page, area, active: true }),
  ]),
  ['discussions in a state', (knex) => discussionsOf(knex).search({ ...page, state: 'OK', active: true })],
  ['discussions in a box', (knex) => discussionsOf(knex).search({ ...page, area: areas['a box'], active: false })],
  ['watches in force', (knex) => watchesOf(knex).search({ ...page, active: true })],
  ['outlooks of a state', (knex) => outlooksOf(knex).search({ ...page, ...firstDay, state: 'OK', active: true })],
  ['outlooks of a file', (knex) => outlooksOf(knex).inForce('day1otlk_cat', at)],
  ['alerts in force', (knex) => alertsOf(knex).search({ ...page, active: true })],
  ['all alerts of a day', (knex) => alertsOf(knex).search({ ...page, active: false, start: at, end: at })],
  ['alerts by their ids', (knex) => alertsOf(knex).rows([1, 2])],
  ['an alert', (knex) => alertsOf(knex).find(1)],
  ['changes of alerts', (knex) => alertsOf(knex).changes({ version: 7, id: 1 }, 100)],
  ['tracks of some days', (knex) => tracksOf(knex).search(tracks)],
  ['tracks of a county', (knex) => tracksOf(knex).search({ ...tracks, county: 'OKC027' })],
  ['strong tracks in a box', (knex) => tracksOf(knex).search({ ...tracks, area: areas['a box'], minEf: 3 })],
  ['all reports', (knex) => reportsOf(knex).search(page)],
  ['reports of a day', (knex) => reportsOf(knex).search({ ...page, start: at, end: at })],
  ['reports of a state', (knex) => reportsOf(knex).search({ ...page, state: 'OK' })],
  ...Object.entries(areas).map(([name, area]): [string, (knex: Knex) => Promise<unknown>] => [
    `reports in ${name}`,
    (knex) => reportsOf(knex).search({ ...page, area }),
  ]),
  ['flashes of some minutes', (knex) => lightningOf(knex).features(lately)],
  ['flashes in a box', (knex) => lightningOf(knex).features({ ...lately, area: { bbox: [-98, 34, -96, 36] } })],
  ['flashes of a state', (knex) => lightningOf(knex).features({ ...lately, state: 'OK' })],
  ['granules by name', (knex) => lightningOf(knex).known(['OR_GLM-L2-LCFA_G19.nc'])],
  ['old granules', (knex) => lightningOf(knex).removeOld(at)],
  ['newest soundings', (knex) => soundingsOf(knex).search({ ...page, latest: true })],
  ['soundings of a station', (knex) => soundingsOf(knex).search({ ...page, station: 'KOUN', latest: false })],
  ['soundings of a state', (knex) => soundingsOf(knex).search({ ...page, state: 'OK', latest: false })],
  ...Object.entries(areas).map(([name, area]): [string, (knex: Knex) => Promise<unknown>] => [
    `soundings in ${name}`,
    (knex) => soundingsOf(knex).search({ ...page, area, latest: false }),
  ]),
  ['a sounding', (knex) => soundingsOf(knex).find(1)],
  ['the newest sounding of a station', (knex) => soundingsOf(knex).latest('KOUN')],
  ['stations that have sent', (knex) => soundingsOf(knex).stationsAt(at)],
  ['old soundings', (knex) => soundingsOf(knex).removeOld(at)],
  ['all observations', (knex) => observationsOf(knex).search({ ...page, latest: false })],
  ['observations of a station', (knex) => observationsOf(knex).search({ ...page, stations: ['KOUN'], latest: false })],
  ['observations of a day', (knex) => observationsOf(knex).search({ ...page, start: at, end: at, latest: false })],
  ...[false, true].flatMap((latest): [string, (knex: Knex) => Promise<unknown>][] => [
    [
      `${latest ? 'the newest ' : ''}observations in a state`,
      (knex) => observationsOf(knex).search({ ...page, latest, start: at, state: 'OK' }),
    ],
    [
      `${latest ? 'the newest ' : ''}observations of an office`,
      (knex) => observationsOf(knex).search({ ...page, latest, start: at, wfo: 'OUN' }),
    ],
    ...Object.entries(areas).map(([name, area]): [string, (knex: Knex) => Promise<unknown>] => [
      `${latest ? 'the newest ' : ''}observations in ${name}`,
      (knex) => observationsOf(knex).search({ ...page, latest, start: at, area }),
    ]),
  ]),
  ['all gauges', (knex) => gaugesOf(knex).search(gaugePage)],
  ['gauges in a flood', (knex) => gaugesOf(knex).search({ ...gaugePage, aboveFlood: true, parameter: 'gage_height' })],
  ['gauges of a state', (knex) => gaugesOf(knex).search({ ...gaugePage, state: 'OK' })],
  ...Object.entries(areas).map(([name, area]): [string, (knex: Knex) => Promise<unknown>] => [
    `gauges in ${name}`,
    (knex) => gaugesOf(knex).search({ ...gaugePage, area }),
  ]),
  ['the forecast of a gauge', (knex) => gaugesOf(knex).forecastOf('NRMO2', at)],
  ['forecasts to fetch', (knex) => gaugesOf(knex).dueForecasts(20, at)],
  ['thresholds to fetch', (knex) => gaugesOf(knex).dueDetails(20, at)],
  ['old forecasts', (knex) => gaugesOf(knex).removeOld(at)],
  ['stations without a name', (knex) => observationsOf(knex).undescribed(100)],
  ['old observations', (knex) => observationsOf(knex).removeOld(at)],
  ['facilities in a box', (knex) => facilitiesOf(knex).search({ area: areas['a box'], limit: 5000 })],
  [
    'facilities across the antimeridian',
    (knex) => facilitiesOf(knex).search({ area: areas['a box across the antimeridian'], kinds: ['school'], limit: 1 }),
  ],
  ['facilities in an alert', (knex) => facilitiesOf(knex).inAlert(1, 5000)],
  ['counties of a state', (knex) => createZones({ knex, clock: () => at, simulated: false }).counties('OK')],
  ['the newest bulletin of an office', (knex) => bulletinsOf(knex).newest('AFD', 'OUN')],
  ['known bulletins', (knex) => bulletinsOf(knex).known(['b1'])],
  ['old bulletins', (knex) => bulletinsOf(knex).removeOld(at)],
  ['tropical storms', (knex) => createTropicalStorms({ knex, clock: () => at, simulated: false }).all()],
  ['tropical outlooks', (knex) => tropicalOutlooksOf(knex).search()],
  ['the tropical outlook of a basin', (knex) => tropicalOutlooksOf(knex).search('al')],
  ['the forecast at a place', (knex) => forecastsOf(knex).at({ lat: 35, lon: -97 })],
  ['a place without a grid', (knex) => forecastsOf(knex).isGap({ lat: 35, lon: -97 }, at)],
  ['old forecasts', (knex) => forecastsOf(knex).removeOld(at, 100)],
  ['zones by code', (knex) => createZones({ knex, clock: () => at, simulated: false }).withShapes(['OKC027'])],
];

const outlooksOf = (knex: Knex) => createOutlooks({ knex, clock: () => at, simulated: false }, 'outlooks');
const discussionsOf = (knex: Knex) => createDiscussions({ knex, clock: () => at, simulated: false });
const watchesOf = (knex: Knex) => createWatches({ knex, clock: () => at, simulated: false });
const alertsOf = (knex: Knex) => createAlerts({ knex, clock: () => at, simulated: false });
const reportsOf = (knex: Knex) => createReports({ knex, clock: () => at, simulated: false });
const gaugesOf = (knex: Knex) => createGauges({ knex, clock: () => at, simulated: false });
const observationsOf = (knex: Knex) => createObservations({ knex, clock: () => at, simulated: false });
const lightningOf = (knex: Knex) => createLightning({ knex, clock: () => at, simulated: false });
const facilitiesOf = (knex: Knex) => createFacilities({ knex, clock: () => at, simulated: false });
const tracksOf = (knex: Knex) => createDamageTracks({ knex, clock: () => at, simulated: false });
const tracks = { start: at, limit: 1000 };
const forecastsOf = (knex: Knex) => createForecasts({ knex, clock: () => at, simulated: false });
const soundingsOf = (knex: Knex) => createSoundings({ knex, clock: () => at, simulated: false });
const bulletinsOf = (knex: Knex) => createBulletins({ knex, clock: () => at, simulated: false });
const tropicalOutlooksOf = (knex: Knex) => createTropicalOutlooks({ knex, clock: () => at, simulated: false });
const lately = { from: new Date('2026-05-20T22:05:00Z'), to: at, limit: 5000 };

describe('plans', () => {
  /** The plan of the statement that `ask` makes, with every way around a sequential scan taken. */
  async function planOf(ask: (knex: Knex) => Promise<unknown>): Promise<string> {
    const { knex } = await testConnection();
    return knex.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off');
      const plans: string[] = [];
      const explained = (rows: Record<string, string>[]) => {
        plans.push(...rows.map((row) => Object.values(row)[0]));
        return { rows: [{ matched: '0', id: null }] };
      };
      const explaining = {
        async raw(sql: string, values: Record<string, Knex.Value>) {
          return explained((await trx.raw<{ rows: Record<string, string>[] }>(`explain ${sql}`, values)).rows);
        },
        client: {
          async acquireConnection() {
            const connection = (await trx.client.acquireConnection()) as ClientBase;
            return {
              query: ({ text, values }: QueryConfig, done: (error: Error | null, result: unknown) => void) =>
                connection.query({ text: `explain ${text}`, values }, (error: Error | null, result) =>
                  done(error, error ? undefined : explained(result.rows)),
                ),
            };
          },
          releaseConnection() {},
        },
      };
      await ask(explaining as unknown as Knex).catch(() => {}); // the row that stands for the answer is none
      return plans.join('\n');
    });
  }

  for (const [name, ask] of asked) {
    it(`${name} are found through an index`, async () => {
      const plan = await planOf(ask);
      expect(plan).to.match(/Index/);
      expect(plan).to.not.match(/Seq Scan/);
    });
  }

  for (const [name, area] of Object.entries(areas)) {
    it(`what lies in ${name} is looked for once, not once for each alert`, async () => {
      const plan = await planOf((knex) => alertsOf(knex).searchMarks({ ...page, area, active: true }));
      expect(plan).to.match(/id = ANY \((?:\$\d+|\(InitPlan \d+\)\.col1)\)/);
    });
  }
});
