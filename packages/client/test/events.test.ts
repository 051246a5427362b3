import { expect } from 'chai';
import { ApiError, createClient, type StreamEvent } from '@severe/client';
import { collectGarbage } from '@severe/async/collect-garbage';
import { startTestApi, type TestService } from '@severe/api/testing/service';
import { until } from '@severe/testing/until';

describe('client events', () => {
  let service: TestService;
  const ending = new AbortController();
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  after(async () => {
    ending.abort();
    await service?.close();
  });

  const client = () => createClient({ baseUrl: service.url, retries: 0 });

  async function publishFrame(minute: number, family = 'radar'): Promise<void> {
    await service.db.frames.insert({
      family,
      product: 'vil',
      runAt: null,
      validAt: new Date(Date.UTC(2026, 4, 20, 22, minute)),
      publishedAt: new Date('2026-05-20T22:18:05Z'),
      tilesKey: null,
      tilesBytes: 0,
      valuesKey: `values-${minute}`,
      valuesBytes: 1,
      simulated: true,
    });
    await service.platform.pubsub.announce('frames', {});
  }

  /** Collects events until it is stopped. */
  function collect(options: Parameters<ReturnType<typeof client>['events']>[0] = {}) {
    const events: StreamEvent[] = [];
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, ending.signal]);
    const done = (async () => {
      for await (const event of client().events({ ...options, signal })) events.push(event);
    })();
    return { events, stop: () => (stop.abort(), done), stamps: () => events.flatMap(({ data }) => data.ts ?? []) };
  }

  it('gives events with their data, and connects again without losing one', async () => {
    const { events, stop, stamps } = collect({ sources: ['radar'] });
    await until(() => events.length === 1);
    expect(events[0].name).to.equal('ready');
    await publishFrame(0, 'satellite');
    await publishFrame(1);
    await until(() => events.length === 2);
    expect(events[1].data).to.deep.include({ source: 'radar', product: 'vil', ts: '202605202201' });

    service.server.closeAllConnections();
    await publishFrame(2);
    await until(() => stamps().length === 2);
    await publishFrame(3);
    await until(() => stamps().length === 3);
    expect(stamps()).to.deep.equal(['202605202201', '202605202202', '202605202203']);
    await stop();
  });

  it('resumes after an event that an earlier run of the program has seen', async () => {
    const first = collect({ sources: ['radar'] });
    await until(() => first.events.length === 1);
    await publishFrame(4);
    await until(() => first.events.length === 2);
    await first.stop();
    await publishFrame(5);
    const second = collect({ sources: ['radar'], lastEventId: first.events[1].id });
    await until(() => second.stamps().length === 1);
    expect(second.stamps()).to.deep.equal(['202605202205']);
    await second.stop();
  });

  it('ends with its signal when memory is freed meanwhile', async () => {
    const stop = new AbortController();
    let received = 0;
    const ended = (async () => {
      for await (const event of client().events({ signal: stop.signal })) received += event.id ? 1 : 0;
    })();
    await publishFrame(40);
    await until(() => received > 0);
    collectGarbage();
    await new Promise(setImmediate);
    collectGarbage();
    stop.abort();
    await ended;
  });

  it('throws what the service refuses for good', async () => {
    const error = await client()
      .events({ sources: ['nope'] })
      .next()
      .catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ApiError);
    expect((error as ApiError).problem.status).to.equal(422);
  });
});
