import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadSettings, silentLog } from '@severe/base';
import { states } from '@severe/catalogue';
import { createFeeds, createHttpFetcher, type FeedContext } from '@severe/ingest';
import { hasPast, rememberPast } from '@severe/ingest/testing/past';
import { expect } from 'chai';
import { startTestApi, type TestService } from '@severe/api/testing/service';
import { hostHandler, pageHosts } from '@severe/simulator/testing/server';

const evening = '2026-05-20T22:30:00Z';

interface Feature {
  geometry: { type: string };
  properties: Record<string, unknown>;
}

/** Rivers, surveys, facilities, watch probabilities and providers with keys, from the simulated providers through the feeds to the API. The test starts each feed. */
describe('the demonstration', function () {
  this.timeout(240_000);
  let providers: Server;
  let service: TestService;
  let context: FeedContext;
  let url: string;
  const ending = new AbortController();

  before(async () => {
    const now = (): Promise<number> => Promise.resolve(Date.parse(evening));
    const failed = (error: unknown): void => expect.fail(String(error));
    providers = createServer(hostHandler({ buckets: [], pages: pageHosts(1) }, now, failed));
    await new Promise<void>((resolve) => providers.listen(0, '127.0.0.1', resolve));
    service = await startTestApi();
    service.setTime(evening);
    const { db, platform } = service;
    const { objects, queue, pubsub } = platform;
    url = `http://127.0.0.1:${(providers.address() as AddressInfo).port}`;
    const fetcher = createHttpFetcher({ providers: url }, ending.signal);
    const clock = () => new Date(evening);
    context = {
      settings: loadSettings({ SYNOPTIC_TOKEN: 'any', MPING_KEY: 'any', SPOTTER_NETWORK_ID: 'any' }),
      fetcher,
      db,
      objects,
      queue,
      pubsub,
      clock,
      log: silentLog,
      signal: ending.signal,
    };
  });
  after(async () => {
    ending.abort();
    await service?.close();
    providers.closeAllConnections();
    providers.close();
  });

  const feeds = createFeeds();

  /** Runs a feed until it reports nothing more. */
  async function run(id: string): Promise<void> {
    const feed = feeds.find((one) => one.id === id)!;
    for (let more = true; more;) {
      const report = await feed.run(context);
      expect(report.refused, id).to.deep.equal([]);
      more = report.more;
    }
  }
  async function fetchJson<Answer>(path: string): Promise<Answer> {
    const { status, json } = await service.ask(`/api/v1${path}`);
    expect(status, path).to.equal(200);
    return json() as Answer;
  }
  const list = async (path: string) => (await fetchJson<{ features: Feature[] }>(path)).features;

  it('knows the warnings, reports and watches of its last hour when it is new, and no longer once it has its own', async () => {
    const at = (minutes: number) => new Date(Date.parse(evening) - minutes * 60_000);
    const asOf = (minutes: number) => at(minutes).toISOString().replace('.000', '');
    const providersAt = (time: Date) => `${url}/at/${time.toISOString().replace('.000', '')}`;
    const pasts = feeds.filter(hasPast);
    expect(pasts.map(({ source }) => source)).to.have.members(['alerts', 'reports', 'watches']);
    for (const feed of pasts) await rememberPast(feed, context, loadSettings({}), providersAt);
    const eventsAt = async (minutes: number) =>
      (await list(`/alerts?limit=500&as_of=${asOf(minutes)}`)).map(({ properties }) => properties['event_key']);
    const [before, now] = [await eventsAt(60), await eventsAt(5)];
    expect(before).to.not.deep.equal([]);
    expect(now, 'warnings have begun and ended').to.not.deep.equal(before);
    const reports = async (minutes: number) => (await list(`/reports?limit=1000&as_of=${asOf(minutes)}`)).length;
    expect(await reports(5)).to.be.above(await reports(60));
    const { sources } = await fetchJson<{ sources: Record<string, { records_since: string }> }>('/meta/health');
    expect(sources['alerts'].records_since).to.equal(asOf(65));

    let asked = 0;
    const again = (time: Date) => (asked++, providersAt(time));
    for (const feed of pasts) await rememberPast(feed, context, loadSettings({}), again);
    expect(asked).to.equal(0);
  });

  it('has rivers with and without floods, and their forecasts', async () => {
    await run('nwps-gauges');
    await run('usgs-latest');
    await run('nwps-forecasts');
    await run('nwps-thresholds');
    const gauges = await list('/gauges?limit=1000');
    expect(gauges.length).to.be.above(60);
    const flooded = await list('/gauges?above_flood=true');
    expect(flooded.length).to.be.within(1, gauges.length / 3);
    for (const { properties } of flooded) {
      // A run fetches twenty gauges; those in flood come first.
      expect(properties.thresholds, String(properties.id)).to.not.equal(null);
      expect(properties.stage).to.be.at.least((properties.thresholds as { minor: number }).minor);
      expect(properties.name).to.include('SIMULATED');
    }
    expect(await list('/gauges?parameter=water_temp&limit=1000')).to.have.length.within(10, 60);
    const [{ properties }] = gauges.filter((gauge) => gauge.properties.has_forecast);
    const { forecast } = await fetchJson<{ forecast: { stage_unit: string; points: object[] } }>(
      `/gauges/${String(properties.id)}/forecast`,
    );
    expect([forecast.stage_unit, forecast.points.length]).to.deep.equal(['ft', 20]);
  });

  it('has watches with their probabilities', async () => {
    await run('spc-watches');
    await run('spc-watch-probabilities');
    const watches = await list('/watches');
    expect(watches.length).to.be.at.least(1);
    for (const { properties } of watches) {
      const { tornado_2_or_more: tornadoes, hail_wind_6_or_more: either } = properties.probabilities as Record<
        string,
        number
      >;
      expect(tornadoes).to.equal(properties.type === 'SVR' ? 10 : properties.pds ? 80 : 50);
      expect(either).to.equal(95); // `>95%`
    }
  });

  it('has surveys of the tornadoes of the last days', async () => {
    await run('dat-tracks');
    const features = await list('/damage-tracks?min_ef=1');
    expect(features.length).to.be.above(20);
    for (const { geometry, properties } of features) {
      expect(geometry.type).to.equal('LineString');
      expect(properties.length_m).to.be.above(1000);
      expect(properties.comments).to.include('SIMULATED');
    }
  });

  it('has reports of the public and of spotters, of the same storms as those of the offices', async () => {
    for (const id of ['local-reports', 'mping-reports', 'spotter-network-reports']) await run(id);
    const reports = await list('/reports?start=2026-05-20T10:30:00Z&limit=1000');
    const from = (source: string) => reports.filter(({ properties }) => properties.source === source);
    for (const source of ['mping', 'spotter_network']) {
      expect(from(source).length, source).to.be.at.least(3);
      for (const { properties } of from(source)) expect(properties.remarks).to.include('SIMULATED');
    }
  });

  it('has the stations of mesonets, with the air of the airports around them', async () => {
    for (const id of ['nws-observations', 'nws-stations']) await run(id);
    for (let i = 0; i <= states.findIndex(({ code }) => code === 'OK'); i++) await run('synoptic-observations');
    const near = await list('/observations?point=35.2,-97.4&radius=120km&latest=true&limit=100');
    const mesonet = near.filter(({ properties }) => properties.source === 'synoptic');
    const airports = near.filter(({ properties }) => properties.source !== 'synoptic');
    expect(mesonet.length).to.be.above(10);
    expect(airports.length).to.be.at.least(1);
    const mean = (features: Feature[]): number =>
      features.reduce((sum, { properties }) => sum + Number(properties.dewpoint), 0) / features.length;
    expect(mean(mesonet)).to.be.closeTo(mean(airports), 4);
  });

  it('has the soundings that one provider lacks from the other', async () => {
    await run('iem-soundings');
    await run('uwyo-soundings');
    const soundings = await list('/soundings?latest=true&limit=1000');
    const from = (source: string) => soundings.filter(({ properties }) => properties.source === source);
    expect(from('uwyo').map(({ properties }) => properties.station)).to.include.members(['KCAR', 'KGGW']);
    expect(from('iem').length).to.be.above(60);
  });

  it('has facilities in its towns and in the path of its tornadoes', async () => {
    await run('simulated-facilities');
    await run('nws-alerts');
    const schools = await list('/facilities?bbox=-103,30,-91,39&kind=school');
    expect(schools.length).to.be.above(100);
    const warnings = (await list('/alerts?limit=100')).filter(({ geometry }) => geometry);
    const hit = await Promise.all(
      warnings.map(({ properties }) =>
        fetchJson<{ total: number }>(`/facilities/impact?alert_id=${String(properties.id)}`),
      ),
    );
    expect(Math.max(...hit.map(({ total }) => total))).to.be.above(0);
  });
});
