import { expect } from 'chai';
import { channels } from '@severe/catalogue';
import { until } from '@severe/testing/until';
import { startTestApi, type TestService } from '../support/service.ts';

/** The value of a line of the exposition format. */
function valueOf(text: string, line: string): number | undefined {
  const found = text.split('\n').find((entry) => entry.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

describe('api/ops', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  after(() => service?.close());

  const metrics = async (): Promise<string> => (await service.opsPort.ask('/metrics')).body.toString();

  it('counts requests by route and status', async () => {
    await service.ask('/api/v1/geocode/reverse?lat=1');
    await service.ask('/api/v1/geocode/reverse?lat=2');
    await service.ask('/wp-login.php');
    await service.ask('/wp-admin.php');
    const text = await metrics();
    const request = (route: string, status: number) =>
      valueOf(text, `severe_http_requests_total{route="${route}",method="GET",status="${status}"}`);
    expect(request('/api/v1/geocode/reverse', 422)).to.equal(2);
    expect(request('(none)', 404)).to.equal(2);
    expect(valueOf(text, 'severe_http_request_duration_seconds_count{route="(none)"}')).to.equal(2);
  });

  it('counts announced frames', async () => {
    const event = { family: 'radar', product: 'vil', runAt: null, validAt: '2026-05-20T22:18:00.000Z' };
    await service.platform.pubsub.announce(channels.frames, { kind: 'published', ...event });
    await service.platform.pubsub.announce(channels.frames, { kind: 'published', ...event });
    await service.platform.pubsub.announce(channels.frames, { kind: 'removed', ...event });
    const announced = 'severe_frames_published_total{family="radar",product="vil"}';
    await until(async () => (valueOf(await metrics(), announced) ?? 0) >= 2);
    expect(valueOf(await metrics(), announced)).to.equal(2);
  });

  it('reports queued frames, data age and process metrics', async () => {
    await service.db.frameJobs.insert({
      family: 'radar',
      product: 'vil',
      runAt: null,
      validAt: new Date('2026-05-20T22:18:00Z'),
      rawKey: 'raw/radar/vil/202605202218.grib2.gz',
    });
    await service.db.sourceRuns.recordData('radar', new Date('2026-05-20T22:17:05Z'));
    const text = await metrics();
    expect(valueOf(text, 'severe_frames_waiting{family="radar"}')).to.equal(1);
    expect(valueOf(text, 'severe_frames_waiting{family="hrrr"}')).to.equal(0);
    expect(valueOf(text, 'severe_source_data_age_seconds{source="radar"}')).to.equal(60);
    expect(valueOf(text, 'severe_queue_jobs{state="waiting"}')).to.equal(0);
    expect(valueOf(text, 'process_resident_memory_bytes')).to.be.greaterThan(1e6);
  });

  it('reports the sources as /meta/health tells them', async () => {
    const { sourceRuns, sourceLeases, deadLetters, unknownWords } = service.db;
    const startedAt = new Date('2026-05-20T22:10:00Z');
    const run = { source: 'eros', startedAt, durationMs: 1500 };
    await sourceRuns.record({ feed: 'one', ...run });
    await sourceRuns.record({ feed: 'two', ...run, failure: { problem: 'empty', error: 'nothing' } });
    await sourceRuns.recordData('eros', new Date('2026-05-20T21:40:00Z'), 'second');
    await sourceRuns.recordData('watches', new Date('2026-05-20T22:18:00Z'), 'second');
    await deadLetters.record({ id: 'nws-text', source: 'text' }, [{ what: 'one', why: 'cut short' }]);
    await unknownWords.record({ id: 'nhc-outlook', source: 'tropical' }, [{ field: 'basin', word: 'x', count: 3 }]);
    await sourceLeases.take({ source: 'eros', feed: 'wpc-eros', owner: 'here', leaseMs: 15_000 });
    const text = await metrics();
    const value = (line: string) => valueOf(text, line);
    expect(value('severe_source_owner{source="eros",owner="here"}')).to.equal(1);
    expect(value('severe_source_status{source="eros",status="late"}')).to.equal(1);
    expect(value('severe_source_status{source="eros",status="ok"}')).to.equal(0);
    expect(value('severe_source_problem{source="eros",problem="empty"}')).to.equal(1);
    expect(value('severe_source_problem{source="eros",problem="unreadable"}')).to.equal(0);
    expect(value('severe_source_expected_seconds{source="eros"}')).to.equal(900);
    expect(value('severe_source_last_run_seconds{source="eros"}')).to.equal(1.5);
    expect(value('severe_source_runs_hour{source="eros",outcome="failed"}')).to.equal(1);
    expect(value('severe_source_runs_hour{source="eros",outcome="succeeded"}')).to.equal(1);
    expect(value('severe_source_second{source="watches"}')).to.equal(1);
    expect(value('severe_source_second{source="outlooks"}')).to.equal(0);
    expect(value('severe_dead_letters{source="text"}')).to.equal(1);
    expect(value('severe_dead_letters{source="eros"}')).to.equal(0);
    expect(value('severe_unknown_words{source="tropical"}')).to.equal(1);
  });

  it('reports how frames ended, and how late they became visible', async () => {
    const { frameJobs, frames } = service.db;
    const job = { family: 'radar', product: 'vil', runAt: null, rawKey: 'raw' };
    const insert = async (minute: number) =>
      (await frameJobs.insert({ ...job, validAt: new Date(`2026-05-20T21:${minute}:00Z`) }))!;
    await frameJobs.finish(await insert(50), 'done');
    await frameJobs.giveUp({ id: await insert(52), attempts: 0 }, 'dead', 'failed three times');
    const stored = { tilesKey: null, tilesBytes: 0, valuesKey: 'v', valuesBytes: 1, simulated: true };
    for (const [minute, publishedAt] of [
      ['56', '22:02'],
      ['58', '22:00'],
      ['59', '22:04'],
      ['00', '21:01'],
    ])
      await frames.insert({
        ...job,
        ...stored,
        validAt: new Date(`2026-05-20T21:${minute}:00Z`),
        publishedAt: new Date(`2026-05-20T${publishedAt}:00Z`),
      });
    const text = await metrics();
    const value = (line: string) => valueOf(text, line);
    expect(value('severe_frames_ended_hour{family="radar",outcome="done"}')).to.equal(1);
    expect(value('severe_frames_ended_hour{family="radar",outcome="dead"}')).to.equal(1);
    expect(value('severe_frames_given_up{family="radar"}')).to.equal(1);
    expect(value('severe_frame_delay_seconds{family="radar",quantile="0.5"}')).to.equal(300); // of 120, 300 and 360
    expect(value('severe_frame_delay_seconds{family="radar",quantile="1"}')).to.equal(360);
  });

  it('reports what waits to be sent, and what was sent in the last hour', async () => {
    const { mails } = service.db;
    const mail = { recipient: 'ann@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello' };
    service.setTime('2026-05-20T22:18:05Z');
    const enqueued = async (): Promise<number> => {
      const outcome = await mails.enqueue(mail, { as: 'alert', limits: [] });
      return 'id' in outcome ? outcome.id : Number.NaN;
    };
    const [sent, failed] = [await enqueued(), await enqueued()];
    await mails.end(sent, 'sent');
    await mails.postpone(failed, 1000, 'no answer');
    service.setTime('2026-05-20T22:19:35Z');
    const text = await metrics();
    const value = (line: string) => valueOf(text, line);
    expect(value('severe_deliveries_waiting{kind="mail"}')).to.equal(1);
    expect(value('severe_deliveries_waiting{kind="webhook"}')).to.equal(0);
    expect(value('severe_deliveries_retrying{kind="mail"}')).to.equal(1);
    expect(value('severe_deliveries_oldest_age_seconds{kind="mail"}')).to.equal(90);
    expect(value('severe_deliveries_oldest_age_seconds{kind="webhook"}')).to.equal(0);
    expect(value('severe_mails_ended_hour{outcome="sent"}')).to.equal(1);
    expect(value('severe_mails_ended_hour{outcome="refused"}')).to.equal(0);
    expect(value('severe_webhook_attempts_hour{outcome="failed"}')).to.equal(0);
  });

  it('omits gauges that fail, and reports the rest', async () => {
    service.api.metrics.gauge('test_away', 'A store that is away.', 'of', () => Promise.reject(new Error('away')));
    service.api.metrics.gauge('test_broken', 'A mistake.', 'of', () => {
      throw new TypeError('mistake');
    });
    const { status, body } = await service.opsPort.ask('/metrics');
    expect(status).to.equal(200);
    expect(body.toString())
      .to.include('process_cpu_seconds_total')
      .and.not.match(/^test_(away|broken)\{/m);
  });

  it('returns 404 for other paths and 405 for other methods', async () => {
    expect((await service.opsPort.ask('/')).status).to.equal(404);
    expect((await service.opsPort.ask('/metrics', {}, 'POST')).status).to.equal(405);
    expect((await service.opsPort.ask('/healthz', {}, 'HEAD')).status).to.equal(200);
  });
});
