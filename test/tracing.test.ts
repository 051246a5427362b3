import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApi, type TestService } from '@severe/api/testing/service';
import { Listener } from '@severe/api/testing/listener';
import { loadSettings, silentLog, type Settings } from '@severe/base';
import { testDatabase } from '@severe/db/testing/database';
import { newUser } from '@severe/db/testing/rows/new-user';
import { newWebhook } from '@severe/db/testing/rows/new-webhook';
import { createFeeds, createHttpFetcher, type FeedContext } from '@severe/ingest';
import { attempt } from '@severe/ingest/testing/schedule';
import { keyAt } from '@severe/ingest/testing/keys';
import { simulatedPage } from '@severe/ingest/testing/simulated';
import { openPlatform, type Platform } from '@severe/platform';
import { startRasterWorker } from '@severe/raster-worker';
import { radarFile } from '@severe/raster-worker/testing/raw-file';
import { openHttpsReceiver } from '@severe/testing/https-receiver';
import { s3Listing } from '@severe/testing/s3-listing';
import { run, type Running } from '@severe/testing/serve';
import { until } from '@severe/testing/until';
import { recordSpans, type RecordedSpans } from '@severe/tracing/testing/recorded-spans';
import { startWebhooksWorker } from '@severe/webhooks';
import { expect } from 'chai';
import { packages, root, sourceFiles } from './support/imports.ts';

const at = new Date('2026-05-20T22:20:00Z');
const clock = (): Date => at;
/** Time of the radar file. */
const fileAt = new Date('2026-05-20T22:18:00Z');
/** The continental United States. */
const everywhere = { fence: { bbox: [-130, 20, -60, 55] as [number, number, number, number], geometry: null } };

describe('tracing', function () {
  this.timeout(120_000);
  let folder: string;
  let settings: Settings;
  let spans: RecordedSpans;
  let service: TestService;
  let listener: Listener;
  let providers: Running;
  const platforms: Platform[] = [];

  /** Stores of another process: it shares the rows and objects, and hears no job and no event. */
  async function otherProcess(): Promise<Platform> {
    const platform = await openPlatform(settings, silentLog);
    platforms.push(platform);
    return platform;
  }

  /** Runs a feed once against the simulated provider. */
  async function runFeed(id: string): Promise<void> {
    const { signal } = new AbortController();
    const fetcher = createHttpFetcher({ providers: `http://127.0.0.1:${portOf(providers)}` }, signal);
    const platform = await otherProcess();
    const context: FeedContext = { settings, fetcher, db: service.db, ...platform, clock, log: silentLog, signal };
    const { error } = await attempt(
      createFeeds().find((feed) => feed.id === id)!,
      context,
      signal,
    );
    expect(error).to.equal(undefined);
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'severe-tracing-'));
    settings = loadSettings({ DATA_DIR: folder, RASTER_THREADS: '1', WEBHOOK_ALLOW_PRIVATE: 'true' });
    const file = { key: keyAt('MergedReflectivityQCComposite_00.50', fileAt), bytes: radarFile() };
    providers = await run((request, response) => {
      const url = new URL(`https:/${request.url}`);
      if (url.hostname === 'noaa-mrms-pds.s3.amazonaws.com') {
        response.end(url.search ? s3Listing([file.key], url.searchParams) : file.bytes);
      } else {
        response.end(simulatedPage(url.href, at));
      }
    });
    spans = recordSpans();
    service = await startTestApi(
      () => ({ simulated: false }),
      () => testDatabase({ clock }),
    );
    listener = new Listener(service);
    await until(() => listener.names.includes('ready'));
  });
  beforeEach(() => spans.clear());
  after(async () => {
    listener.close();
    await service.close();
    await providers.close();
    await Promise.all(platforms.map((platform) => platform.close()));
    await spans.close();
    await rm(folder, { recursive: true });
  });

  it('follows an alert from the answer of its provider to a webhook and to the live stream', async () => {
    const receiver = await openHttpsReceiver();
    const { id } = (await service.db.users.insert(newUser()))!;
    await service.db.webhooks.insert(id, newWebhook({ url: receiver.url, ...everywhere }), 10);
    const worker = startWebhooksWorker({
      settings,
      db: service.db,
      platform: await otherProcess(),
      clock,
      log: silentLog,
      publicUrl: 'https://wx.example.org',
      simulated: false,
      receiverCa: receiver.ca,
      limits: { sweepMs: 1e9 },
    });
    await worker.idle(); // matches the new webhook with no alerts
    await runFeed('nws-alerts');
    await worker.idle();
    await until(() => spans.named('deliver event').length > 0);
    await worker.close();
    await receiver.close();

    const [feed] = spans.named('feed nws-alerts');
    expect(feed.parentSpanContext).to.equal(undefined);
    expect(spans.namesInTraceOf(feed)).to.deep.equal([
      'deliver event',
      'deliver webhook',
      'feed nws-alerts',
      'fetch api.weather.gov',
      'store alerts',
    ]);
    const deliveries = spans.named('deliver webhook');
    expect(deliveries).to.have.length(receiver.received.length).and.not.have.length(0);
    for (const span of [...deliveries, ...spans.named('deliver event')])
      expect(spans.pathOf(span).slice(1)).to.deep.equal(['store alerts', 'feed nws-alerts']);
    const [fetched] = spans.named('fetch api.weather.gov');
    expect(fetched.attributes).to.include({ 'http.response.status_code': 200, 'url.path': '/alerts/active' });
  });

  it('follows a radar file from the answer of its provider to its tiles and to the live stream', async () => {
    await runFeed('mrms');
    const worker = startRasterWorker({
      settings,
      db: service.db,
      platform: await otherProcess(),
      clock,
      log: silentLog,
      simulated: false,
    });
    await worker.idle();
    await worker.close();
    expect(spans.named('frame').map(({ status }) => status.message)).to.deep.equal([undefined]);
    await until(() => listener.names.includes('radar') && spans.named('deliver event').length > 0);

    const [feed] = spans.named('feed mrms');
    expect(spans.namesInTraceOf(feed)).to.deep.equal([
      'deliver event',
      'feed mrms',
      'fetch noaa-mrms-pds.s3.amazonaws.com',
      'frame',
      'publish',
      'render',
      'store file',
    ]);
    const [event] = spans.named('deliver event');
    expect(spans.pathOf(event)).to.deep.equal(['deliver event', 'publish', 'frame', 'store file', 'feed mrms']);
    const [frame] = spans.named('frame');
    expect(frame.attributes).to.include({ 'severe.product': 'composite-reflectivity', 'severe.attempt': 1 });
  });

  it('makes no span for a request', async () => {
    for (const path of ['alerts', 'alerts?active=false', 'meta/health', 'reports'])
      expect((await service.ask(`/api/v1/${path}`)).status).to.equal(200);
    expect(spans.all()).to.deep.equal([]);
  });

  it('is not on the path of a request: neither it nor an asynchronous context is in the tile server and the endpoint kit', () => {
    const found = packages()
      .filter(({ name }) => name === 'tiles' || name === 'http')
      .flatMap(({ folder: at }) => sourceFiles(join(at, 'src')))
      .filter((path) => /@severe\/tracing|@opentelemetry|AsyncLocalStorage/.test(readFileSync(path, 'utf8')));
    expect(found.map((path) => path.slice(root.length))).to.deep.equal([]);
  });
});

function portOf({ server }: Running): number {
  return (server.address() as { port: number }).port;
}
