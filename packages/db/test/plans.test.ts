import type { SearchArea } from '@severe/geo';
import { expect } from 'chai';
import { planOf } from './support/plan-of.ts';
import { openTables } from '../src/open.ts';
import type { AlertMail, NewMail, Tables } from '../src/tables/index.ts';

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

type Query = (db: Tables) => Promise<unknown>;

/** Queries that must find their rows through an index. */
const asked: [string, Query][] = [
  ...Object.entries(areas).flatMap(([name, area]): [string, Query][] => [
    [`active alerts in ${name}`, (db) => db.alerts.searchRevisions({ ...page, area, active: true })],
    [`all alerts in ${name}`, (db) => db.alerts.searchRevisions({ ...page, area, active: false })],
  ]),
  ...Object.entries(areas).map(([name, area]): [string, Query] => [
    `outlooks in ${name}`,
    (db) => db.outlooks.search({ ...page, ...firstDay, area, active: true }),
  ]),
  ...Object.entries(areas).map(([name, area]): [string, Query] => [
    `watches in ${name}`,
    (db) => db.watches.search({ ...page, area, active: true }),
  ]),
  ['discussions in a state', (db) => db.discussions.search({ ...page, state: 'OK', active: true })],
  ['discussions in a box', (db) => db.discussions.search({ ...page, area: areas['a box'], active: false })],
  ['watches in force', (db) => db.watches.search({ ...page, active: true })],
  ['outlooks of a state', (db) => db.outlooks.search({ ...page, ...firstDay, state: 'OK', active: true })],
  ['outlooks of a file', (db) => db.outlooks.inForce('day1otlk_cat', at)],
  ['alerts in force', (db) => db.alerts.searchRevisions({ ...page, active: true })],
  ['all alerts of a day', (db) => db.alerts.searchRevisions({ ...page, active: false, start: at, end: at })],
  ['active alerts of a zone', (db) => db.alerts.searchRevisions({ ...page, zones: ['OKC027'], active: true })],
  ['all alerts of a zone', (db) => db.alerts.searchRevisions({ ...page, zones: ['OKC027'], active: false })],
  ['alerts by their ids', (db) => db.alerts.rows([1, 2])],
  ['an alert', (db) => db.alerts.find(1)],
  ['changes of alerts', (db) => db.alerts.changes({ version: 7, id: 1 }, 100)],
  ['cells of the newest scan', (db) => db.stormCells.search({ limit: 100, at })],
  ['cells in a box', (db) => db.stormCells.search({ area: areas['a box'], minDbz: 50, limit: 100, at })],
  ['the cell nearest to a point', (db) => db.stormCells.nearest({ lat: 35, lon: -97 }, 100_000, at)],
  ['tracks of some days', (db) => db.damageTracks.search(tracks)],
  ['tracks of a county', (db) => db.damageTracks.search({ ...tracks, counties: ['40027'] })],
  ['tracks around a point', (db) => db.damageTracks.search({ ...tracks, area: areas['a radius'] })],
  ['strong tracks in a box', (db) => db.damageTracks.search({ ...tracks, area: areas['a box'], minEf: 3 })],
  ['what surrounds a place', (db) => db.surroundings.of({ lat: 35, lon: -97 }, at)],
  ['what surrounds an alert', (db) => db.surroundings.ofAlert(1, at)],
  ['what surrounds a county', (db) => db.surroundings.ofCounty({ ugc: 'OKC027', fips: ['40027'] }, at)],
  ['all reports', (db) => db.reports.search(page)],
  ['reports of a day', (db) => db.reports.search({ ...page, start: at, end: at })],
  ['reports of a state', (db) => db.reports.search({ ...page, state: 'OK' })],
  ...Object.entries(areas).map(([name, area]): [string, Query] => [
    `reports in ${name}`,
    (db) => db.reports.search({ ...page, area }),
  ]),
  ['flashes of some minutes', (db) => db.lightning.features(lately)],
  ['flashes in a box', (db) => db.lightning.features({ ...lately, area: { bbox: [-98, 34, -96, 36] } })],
  ['flashes around a point', (db) => db.lightning.features({ ...lately, area: areas['a radius'] })],
  ['flashes of a state', (db) => db.lightning.features({ ...lately, state: 'OK' })],
  ['granules by name', (db) => db.lightning.existing(['OR_GLM-L2-LCFA_G19.nc'])],
  ['old granules', (db) => db.lightning.removeOld(at)],
  ['newest soundings', (db) => db.soundings.search({ ...page, latest: true })],
  ['newest soundings before a time', (db) => db.soundings.search({ ...page, end: at, latest: true })],
  ['soundings of a station', (db) => db.soundings.search({ ...page, station: 'KOUN', latest: false })],
  ['soundings of a state', (db) => db.soundings.search({ ...page, state: 'OK', latest: false })],
  ...Object.entries(areas).map(([name, area]): [string, Query] => [
    `soundings in ${name}`,
    (db) => db.soundings.search({ ...page, area, latest: false }),
  ]),
  ['a sounding', (db) => db.soundings.find(1)],
  ['the newest sounding of a station', (db) => db.soundings.latest('KOUN')],
  ['stations that have sent', (db) => db.soundings.stationsAt(at)],
  ['old soundings', (db) => db.soundings.removeOld(at)],
  ['all observations', (db) => db.observations.search({ ...page, latest: false })],
  ['observations of a station', (db) => db.observations.search({ ...page, stations: ['KOUN'], latest: false })],
  ['observations of a day', (db) => db.observations.search({ ...page, start: at, end: at, latest: false })],
  ...[false, true].flatMap((latest): [string, Query][] => [
    [
      `${latest ? 'the newest ' : ''}observations in a state`,
      (db) => db.observations.search({ ...page, latest, start: at, state: 'OK' }),
    ],
    [
      `${latest ? 'the newest ' : ''}observations of an office`,
      (db) => db.observations.search({ ...page, latest, start: at, wfo: 'OUN' }),
    ],
    ...Object.entries(areas).map(([name, area]): [string, Query] => [
      `${latest ? 'the newest ' : ''}observations in ${name}`,
      (db) => db.observations.search({ ...page, latest, start: at, area }),
    ]),
  ]),
  ['all gauges', (db) => db.gauges.search(gaugePage)],
  ['gauges in a flood', (db) => db.gauges.search({ ...gaugePage, aboveFlood: true, parameter: 'gage_height' })],
  ['gauges of a state', (db) => db.gauges.search({ ...gaugePage, state: 'OK' })],
  ...Object.entries(areas).map(([name, area]): [string, Query] => [
    `gauges in ${name}`,
    (db) => db.gauges.search({ ...gaugePage, area }),
  ]),
  ['the forecast of a gauge', (db) => db.gauges.forecastOf('NRMO2', at)],
  ['forecasts to fetch', (db) => db.gauges.dueForecasts(20, at)],
  ['thresholds to fetch', (db) => db.gauges.dueDetails(20, at)],
  ['old forecasts', (db) => db.gauges.removeOld(at)],
  ['stations without a name', (db) => db.observations.undescribed(100)],
  ['old observations', (db) => db.observations.removeOld(at)],
  ['facilities in a box', (db) => db.facilities.search({ area: areas['a box'], limit: 5000 })],
  [
    'facilities across the antimeridian',
    (db) => db.facilities.search({ area: areas['a box across the antimeridian'], kinds: ['school'], limit: 1 }),
  ],
  ['facilities in an alert', (db) => db.facilities.inAlert(1, 5000)],
  ['counties of a state', (db) => db.zones.counties('OK')],
  ['the newest bulletin of an office', (db) => db.bulletins.newest('AFD', 'OUN')],
  ['known bulletins', (db) => db.bulletins.existing(['b1'])],
  ['old bulletins', (db) => db.bulletins.removeOld(at)],
  ['tropical storms', (db) => db.tropicalStorms.all({ area: areas['a box'], state: 'FL', start: at })],
  ['tropical outlooks', (db) => db.tropicalOutlooks.search()],
  [
    'the tropical outlook of a basin',
    (db) => db.tropicalOutlooks.search({ basin: 'al', area: areas['a box'], state: 'FL' }),
  ],
  ['the forecast at a place', (db) => db.forecasts.at({ lat: 35, lon: -97 })],
  ['a place without a grid', (db) => db.forecasts.isGap({ lat: 35, lon: -97 }, at)],
  ['old forecasts', (db) => db.forecasts.removeOld(at, 100)],
  ['zones by code', (db) => db.zones.withShapes(['OKC027'])],
  ['webhooks of a user', (db) => db.webhooks.ofUser(1)],
  ['webhooks around changed alerts', (db) => db.webhookDeliveries.matchAlerts({ alerts: 50, hits: 5000 })],
  ['active alerts in new webhooks', (db) => db.webhookDeliveries.matchWebhooks(50)],
  ['webhooks whose cycle is due', (db) => db.webhookDeliveries.claim(64, 1000)],
  ['pending deliveries of a webhook', (db) => db.webhookDeliveries.pending(1, 50)],
  ['the log of a webhook', (db) => db.webhookDeliveries.log(1, 100)],
  ['saved locations of a user', (db) => db.savedLocations.ofUser(1)],
  ['saved locations in changed alerts', (db) => db.savedLocations.mailAlerts({ alerts: 50, hits: 100 }, noMail)],
];

const empty: NewMail = { recipient: '', subject: '', text: '', html: '' };
const noMail = (): AlertMail => ({ ...empty, whenFull: empty });

const tracks = { start: at, limit: 1000, offset: 0 };
const lately = { from: new Date('2026-05-20T22:05:00Z'), to: at, limit: 5000 };

describe('plans', () => {
  const plan = (ask: Query) => planOf((context) => ask(openTables(context)), at);

  for (const [name, ask] of asked) {
    it(`${name} are found through an index`, async () => {
      const found = await plan(ask);
      expect(found).to.match(/Index/);
      expect(found).to.not.match(/Seq Scan/);
    });
  }

  for (const [name, area] of Object.entries(areas)) {
    it(`what lies in ${name} is looked for once, not once for each alert`, async () => {
      const found = await plan((db) => db.alerts.searchRevisions({ ...page, area, active: true }));
      expect(found).to.match(/id = ANY \((?:\$\d+|\(InitPlan \d+\)\.col1)\)/);
    });
  }

  it('an alert meets webhooks and saved locations through the index of their places', async () => {
    const limits = { alerts: 50, hits: 100 };
    expect(await plan((db) => db.webhookDeliveries.matchAlerts(limits))).to.match(/Scan (using|on) webhooks_fence/);
    expect(await plan((db) => db.savedLocations.mailAlerts(limits, noMail))).to.match(/saved_locations_point/);
  });
});
