import { DataError, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import type { FeedContext } from '../../../src/feed.ts';
import { hmlBulletins } from '../../../src/feeds/gauges/hml-bulletins.ts';
import { createHml } from '../../../src/feeds/gauges/hml-feed.ts';
import { createNwpsGauges, nwpsForecasts, nwpsThresholds } from '../../../src/feeds/gauges/nwps-feed.ts';
import { createUsgsFeeds } from '../../../src/feeds/gauges/usgs-feed.ts';
import type { Fetcher } from '../../../src/fetch/fetcher.ts';
import { productPath } from '../../support/product-path.ts';
import { feedContext } from '../../support/stand-ins.ts';

const observedAt = '2026-05-20T22:00:00Z';
const gauge = {
  lid: 'NRMO2',
  usgsId: '07229053',
  name: 'Canadian River at Norman',
  latitude: 35.18,
  longitude: -97.48,
  state: { abbreviation: 'OK' },
  wfo: { abbreviation: 'OUN' },
  status: {
    observed: {
      primary: 14.2,
      primaryUnit: 'ft',
      secondary: 11.4,
      secondaryUnit: 'kcfs',
      floodCategory: 'minor',
      validTime: observedAt,
    },
    forecast: { primary: 15.1, primaryUnit: 'ft', floodCategory: 'minor', validTime: '2026-05-21T06:00:00Z' },
  },
};
const categories = { action: { stage: 12 }, minor: { stage: 14 }, moderate: { stage: -9999 }, major: { stage: -9999 } };
const run = {
  issuedTime: '2026-05-20T21:30:00Z',
  primaryName: 'Stage',
  primaryUnits: 'ft',
  secondaryName: 'Flow',
  secondaryUnits: 'kcfs',
  data: [
    { validTime: '2026-05-21T06:00:00Z', primary: 15.1, secondary: 12.8 },
    { validTime: '2026-05-21T12:00:00Z', primary: -999, secondary: -999 },
  ],
};

describe('feeds/gauges feeds', () => {
  let context: FeedContext;
  let close: () => Promise<void>;
  const answers = new Map<string, string | Error>();
  const asked: URL[] = [];

  beforeEach(async () => {
    answers.clear();
    asked.length = 0;
    const text: Fetcher['text'] = async (given) => {
      const url = new URL(given);
      asked.push(url);
      const found = answers.get(productPath(given));
      if (found instanceof Error) throw found;
      return found;
    };
    const changedText: Fetcher['changedText'] = async (url) => {
      const found = await text(url);
      if (found === undefined) throw new DataError('gone', '404');
      return { text: found, markStored() {} };
    };
    const clock = () => new Date('2026-05-20T22:20:00Z');
    ({ context, close } = await feedContext({ text, changedText } as Fetcher, clock));
  });
  afterEach(() => close());

  const rows = async () => {
    const [since, at] = [new Date('2026-05-20T16:20:00Z'), context.clock()];
    return (await context.db.gauges.search({ since, at, aboveFlood: false, limit: 100, offset: 0 })).rows;
  };
  const forecast = async () => (await context.db.gauges.forecastOf('NRMO2', context.clock()))?.forecast;
  const publishGauges = (...gauges: object[]) => answers.set('/nwps/v1/gauges', JSON.stringify({ gauges }));

  it('store the gauges of the country, one box per run', async () => {
    const nwps = createNwpsGauges();
    publishGauges(gauge, { lid: 'XXXX1' });
    const report = await nwps.run(context);
    expect(report).to.include({ new: 1, more: true, isResponseValid: true });
    expect(report.refused).to.deep.equal([{ what: 'XXXX1', why: 'expected longitude as a number, got nothing' }]);
    expect((await rows())[0]).to.include({ key: 'NRMO2', stage: 14.2, discharge: 11_400, category: 'minor' });
    for (let i = 1; i < 12; i++) expect((await nwps.run(context)).more).to.equal(true);
    expect((await nwps.run(context)).more).to.equal(false); // the thirteenth is the last
    expect(asked.map(({ searchParams }) => Number(searchParams.get('bbox.xmin')))).to.deep.equal([
      -180, -170, -160, -150, -140, -130, -120, -110, -100, -90, -80, -70, 140,
    ]);
    const [{ source, dataAt }] = await context.db.sourceRuns.health(context.clock());
    expect([source, dataAt]).to.deep.equal(['gauges', new Date(observedAt)]);
  });

  it('reject a reading from the future', async () => {
    const { observed } = gauge.status;
    publishGauges({ ...gauge, status: { observed: { ...observed, validTime: '2026-05-20T22:36:00Z' } } });
    await createNwpsGauges().run(context);
    expect(await rows()).to.deep.equal([]);
  });

  it('store USGS values, one state per run, and accept a state without gauges', async () => {
    const series = (code: string, value: string, method = 1) => ({
      name: `USGS:07229053:${code}:00000`,
      sourceInfo: {
        siteName: 'CANADIAN RIVER AT NORMAN, OK',
        siteCode: [{ value: '07229053' }],
        geoLocation: { geogLocation: { latitude: 35.18, longitude: -97.48 } },
        siteProperty: [{ name: 'stateCd', value: '40' }],
      },
      variable: { variableCode: [{ value: code }], noDataValue: -999999 },
      values: [
        {
          method: [{ methodID: method }],
          value: [{ value, qualifiers: ['P'], dateTime: '2026-05-20T17:15:00-05:00' }],
        },
      ],
    });
    const timeSeries = [series('00065', '14.4', 2), series('00065', '14.3'), series('00010', '18.4')];
    answers.set('/nwis/iv/', JSON.stringify({ value: { timeSeries: [...timeSeries, series('00060', '-999999')] } }));
    const [, usgs] = createUsgsFeeds();
    expect(await usgs.run(context)).to.include({ new: 1, more: true });
    expect((await rows())[0]).to.include({
      key: '07229053',
      state: 'OK',
      stage: 14.3, // of the two instruments the one that is named first
      discharge: null,
      waterTempC: 18.4,
    });
    answers.clear();
    expect(await usgs.run(context)).to.include({ new: 0, more: true });
    expect(asked.map(({ searchParams }) => searchParams.get('stateCd'))).to.deep.equal(['al', 'ak']);
  });

  const latestPath = '/ogcapi/v1/collections/latest-continuous/items';
  const latestItem = {
    type: 'Feature',
    id: 'x',
    properties: {
      monitoring_location_id: 'USGS-07229053',
      parameter_code: '00065',
      statistic_id: '00011',
      time: '2026-05-20T22:15:00Z',
      value: '14.4',
      time_series_id: 's',
    },
    geometry: { type: 'Point', coordinates: [-97.48, 35.18] },
  };
  const latestPage = (next?: string, features: object[] = [latestItem]) =>
    JSON.stringify({ type: 'FeatureCollection', features, links: next ? [{ rel: 'next', href: next }] : [] });

  it('store the same values from the new service, one parameter per run', async () => {
    const [usgs] = createUsgsFeeds();
    answers.set(latestPath, latestPage());
    expect(await usgs.run(context)).to.include({ new: 1, more: true });
    expect((await rows())[0]).to.include({ key: '07229053', name: null, stage: 14.4 });
    await usgs.run(context);
    expect((await usgs.run(context)).more).to.equal(false);
    const parameters = asked.map(({ searchParams }) => searchParams.get('parameter_code'));
    expect(parameters).to.deep.equal(['00065', '00060', '00010']);
    answers.clear();
    expect(await usgs.run(context).catch((error: unknown) => error)).to.be.instanceOf(DataError);
  });

  it('follow the pages of the new service, and no link to elsewhere or without end', async () => {
    const other = { ...latestItem, properties: { ...latestItem.properties, monitoring_location_id: 'USGS-07164500' } };
    answers.set(latestPath, latestPage('https://api.waterdata.usgs.gov/page/2'));
    answers.set('/page/2', latestPage(undefined, [other]));
    expect(await createUsgsFeeds()[0].run(context)).to.include({ new: 2 });
    for (const next of ['https://evil.example/page', 'http://api.waterdata.usgs.gov/page', '/page/3']) {
      answers.set(latestPath, latestPage(next));
      answers.set('/page/3', latestPage('https://api.waterdata.usgs.gov/page/3'));
      const error = await createUsgsFeeds()[0]
        .run(context)
        .catch((each: unknown) => each);
      expect(error, next).to.be.instanceOf(DataError).with.property('code', 'next');
    }
  });

  it('ask the other service while the preferred one fails, either way', async () => {
    const paths = { 'latest-continuous': latestPath, instantaneous: '/nwis/iv/' } as const;
    const good = { 'latest-continuous': latestPage(), instantaneous: JSON.stringify({ value: { timeSeries: [] } }) };
    const services = ['latest-continuous', 'instantaneous'] as const;
    for (const usgsService of services) {
      const feeds = createUsgsFeeds();
      const chosen = { ...context, settings: { ...context.settings, usgsService } };
      const [preferred, other] = usgsService === services[0] ? feeds : feeds.toReversed();
      const standIn = services.find((each) => each !== usgsService)!;
      answers.set(paths[standIn], good[standIn]);
      answers.set(paths[usgsService], good[usgsService]);
      await preferred.run(chosen);
      expect(await other.run(chosen)).to.include({ isIdle: true });
      answers.set(paths[usgsService], new UpstreamError('usgs', 'off'));
      await preferred.run(chosen).catch(() => undefined);
      expect((await other.run(chosen)).isIdle).to.equal(undefined);
      answers.set(paths[usgsService], good[usgsService]);
      await preferred.run(chosen);
      expect(await other.run(chosen)).to.include({ isIdle: true });
    }
  });

  it('fetch listed forecasts and thresholds once', async () => {
    publishGauges(gauge);
    await createNwpsGauges().run(context);
    answers.set('/nwps/v1/gauges/NRMO2/stageflow/forecast', JSON.stringify(run));
    expect(await nwpsForecasts.run(context)).to.include({ new: 1 });
    expect(await forecast()).to.deep.include({
      issuedAt: new Date('2026-05-20T21:30:00Z'),
      flowUnit: 'ft3/s',
      points: [{ at: '2026-05-21T06:00:00.000Z', stage: 15.1, flow: 12_800 }],
    });
    answers.set('/nwps/v1/gauges/NRMO2', JSON.stringify({ ...gauge, flood: { categories } }));
    expect(await nwpsThresholds.run(context)).to.include({ changed: 1 });
    expect((await rows())[0].thresholds).to.deep.equal({ action: 12, minor: 14, moderate: null, major: null });
    const before = asked.length;
    await nwpsForecasts.run(context);
    await nwpsThresholds.run(context);
    expect(asked).to.have.length(before);
  });

  it('announce the forecasts of one run, however many, by one event', async () => {
    publishGauges(gauge, { ...gauge, lid: 'TULO2', usgsId: '07164500' });
    await createNwpsGauges().run(context);
    for (const lid of ['NRMO2', 'TULO2']) answers.set(`/nwps/v1/gauges/${lid}/stageflow/forecast`, JSON.stringify(run));
    const before = await context.db.streamEvents.position();
    expect(await nwpsForecasts.run(context)).to.include({ new: 2 });
    expect(await context.db.streamEvents.after(before.number, 10)).to.have.length(1);
  });

  it('wait if the provider is unavailable or sends web pages, and skip a gauge with a missing or unreadable forecast', async () => {
    publishGauges(gauge);
    const list = createNwpsGauges();
    await list.run(context);
    const path = '/nwps/v1/gauges/NRMO2/stageflow/forecast';
    for (const failure of [new UpstreamError('api.water.noaa.gov', 'away'), '<html><title>Sorry</title></html>']) {
      answers.set(path, failure);
      const error = await nwpsForecasts.run(context).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(failure instanceof Error ? UpstreamError : DataError);
    }
    publishGauges({ ...gauge, lid: 'TULO2', usgsId: '07164500' });
    await list.run(context);
    expect((await nwpsForecasts.run(context)).refused.map(({ what }) => what)).to.deep.equal(['NRMO2']);
    expect(await nwpsForecasts.run(context)).to.deep.include({ new: 0, refused: [] });
    expect(await forecast()).to.equal(null);
  });

  it('store HML bulletins of known gauges', async () => {
    publishGauges(gauge);
    await createNwpsGauges().run(context);
    const datum = (time: string, primary: number, secondary: number) =>
      `<datum><valid>${time}</valid><primary>${primary}</primary><secondary>${secondary}</secondary></datum>`;
    const site = (id: string) =>
      `<?xml version="1.0" standalone="yes"?>\n<site id="${id}" generationtime="${observedAt}">` +
      `<observed primaryUnits="ft" secondaryUnits="kcfs">${datum('2026-05-20T22:15:00Z', 14.5, 11.6)}</observed>` +
      `<forecast primaryUnits="ft" secondaryUnits="kcfs" issued="${observedAt}">` +
      `${datum('2026-05-21T00:00:00Z', 15, -999)}</forecast></site>`;
    const bulletin = ['SRUS54 KOUN 202216', 'HMLOUN', site('NRMO2'), site('XXXX1')].join('\n');
    const entry = {
      id: 'a',
      productCode: 'HML',
      issuingOffice: 'KOUN',
      wmoCollectiveId: 'SRUS54',
      issuanceTime: '2026-05-20T22:16:00Z',
    };
    const old = { ...entry, id: 'b', issuanceTime: '2026-05-20T20:16:00Z' };
    answers.set('/products/types/HML', JSON.stringify({ '@graph': [entry, old] }));
    const hml = createHml();
    answers.set('/products/a', new UpstreamError('api.weather.gov', 'away'));
    expect(await hml.run(context).catch((error: unknown) => error)).to.be.instanceOf(UpstreamError);
    asked.splice(1);
    answers.set('/products/a', JSON.stringify({ ...entry, productText: bulletin }));
    await hml.run(context);
    await hml.run(context);
    expect(asked.slice(1).map(({ href }) => productPath(href))).to.deep.equal([
      '/products/types/HML',
      '/products/a',
      '/products/types/HML',
    ]);
    // The lists of the last hour, from a moment that stays for ten minutes.
    expect(asked[1].search).to.equal('?type=HML&start=2026-05-20T21:20:00Z&limit=500');
    expect((await rows())[0]).to.include({ stage: 14.5, discharge: 11_600 });
    expect((await forecast())!.points).to.deep.equal([{ at: '2026-05-21T00:00:00.000Z', stage: 15, flow: null }]);
    const later = bulletin.replaceAll('14.5', '14.6').replaceAll('22:15', '22:18');
    const page = 'SRUS53 KOUN 202216\nHMLOUN\n<html>';
    const { refused } = await hmlBulletins.store(context, [`${bulletin}\n\n${later}`, page]);
    expect((await rows())[0]).to.include({ stage: 14.6 });
    expect(refused.map(({ what }) => what)).to.deep.equal(['SRUS53 KOUN 202216 HMLOUN']);
    const [{ serviceAt, secondAt }] = await context.db.sourceRuns.health(context.clock());
    expect(secondAt!.getTime()).to.be.above(serviceAt!.getTime()); // bulletins stand in for the services
  });
});
