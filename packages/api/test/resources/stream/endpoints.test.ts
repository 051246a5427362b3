import { connect, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { loadSettings } from '@severe/base';
import { ratePolicy } from '@severe/http';
import { until } from '@severe/testing/until';
import { Listener } from '../../support/listener.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('GET /stream', () => {
  let service: TestService;
  const open: Listener[] = [];
  let minute = 0;

  beforeEach(async () => {
    minute = 0;
    service = await startTestApi(({ db }) => ({ db, settings: loadSettings({ STREAM_MAX_PER_IP: '4' }) }));
    await until(async () => (await listen().opened()).names[0] === 'ready');
    closeAll();
  });
  afterEach(async () => {
    closeAll();
    await service.close();
  });

  function closeAll(): void {
    for (const listener of open.splice(0)) listener.close();
  }

  function listen(path?: string, headers?: Record<string, string>) {
    const listener = new Listener(service, path, headers);
    open.push(listener);
    return Object.assign(listener, {
      async opened() {
        await until(() => listener.status === 503 || listener.events.length > 0);
        return listener;
      },
    });
  }

  async function publishFrame(family = 'radar'): Promise<void> {
    const validAt = new Date(Date.parse('2026-05-20T22:00:00Z') + 60_000 * minute++);
    await service.db.frames.insert({
      family,
      product: 'vil',
      runAt: null,
      validAt,
      publishedAt: new Date('2026-05-20T22:18:05Z'),
      tilesKey: null,
      tilesBytes: 0,
      valuesKey: `values-${minute}`,
      valuesBytes: 1,
      simulated: true,
    });
    await service.platform.pubsub.announce('frames', {});
  }

  it('sends ready first, with the headers that proxies and pages need', async () => {
    const { headers, text, events } = await listen(undefined, { 'Accept-Encoding': 'gzip' }).opened();
    expect(headers['content-type']).to.equal('text/event-stream');
    expect(headers['cache-control']).to.equal('no-cache, no-transform');
    expect(headers['x-accel-buffering']).to.equal('no');
    expect(headers['access-control-allow-origin']).to.equal('*');
    expect(Object.keys(headers).filter((name) => name.includes('ratelimit'))).to.deep.equal([]);
    expect(text.startsWith('retry: 3000\n\n')).to.equal(true);
    expect(events[0]).to.deep.include({ event: 'ready' });
    expect(events[0].data).to.deep.equal({ source: 'ready', time: '2026-05-20T22:18:05Z', version: '0.1.0' });
  });

  it('sends every event to every listener, with the same id and data', async () => {
    const [one, two] = [await listen().opened(), await listen().opened()];
    await publishFrame();
    await publishFrame();
    await Promise.all([one.has(3), two.has(3)]);
    expect(one.names).to.deep.equal(['ready', 'radar', 'radar']);
    expect(two.events.slice(1)).to.deep.equal(one.events.slice(1));
  });

  it('finds events that no message announced', async () => {
    const listener = await listen().opened();
    await service.db.frames.insert({
      family: 'radar',
      product: 'mesh-30min',
      runAt: null,
      validAt: new Date('2026-05-20T23:00:00Z'),
      publishedAt: new Date('2026-05-20T23:00:00Z'),
      tilesKey: null,
      tilesBytes: 0,
      valuesKey: 'v',
      valuesBytes: 1,
      simulated: true,
    });
    await listener.has(2);
    expect(listener.events[1].data['product']).to.equal('mesh-30min');
  });

  it('replays exactly what was missed', async () => {
    const witness = await listen().opened();
    await publishFrame();
    await witness.has(2);
    const { id } = witness.events[1];
    await publishFrame();
    await publishFrame();
    await witness.has(4);
    const resumed = await listen(undefined, { 'Last-Event-ID': id }).opened();
    await resumed.has(3);
    expect(resumed.names).to.deep.equal(['ready', 'radar', 'radar']);
    expect(resumed.events.slice(1)).to.deep.equal(witness.events.slice(2));
    expect(resumed.events[0].id).to.equal(id);
  });

  it('sends reset after an id that it cannot resume from', async () => {
    for (const id of ['1000000000-0001', 'abc', '9'.repeat(3000)]) {
      const listener = await listen(undefined, { 'Last-Event-ID': id }).opened();
      await listener.has(2);
      expect(listener.names, id).to.deep.equal(['ready', 'reset']);
      closeAll();
    }
  });

  it('counts streams by how they began, and events with their delay', async () => {
    const metrics = async () => (await service.opsPort.ask('/metrics')).body.toString();
    const value = async (line: string) =>
      Number(
        (await metrics())
          .split('\n')
          .find((each) => each.startsWith(`${line} `))
          ?.slice(line.length + 1) ?? 0,
      );
    const before = await value('severe_stream_starts_total{start="new"}');
    const witness = await listen().opened();
    service.setTime('2026-05-20T22:18:06Z'); // a second after the event is published
    await publishFrame();
    await witness.has(2);
    await listen(undefined, { 'Last-Event-ID': witness.events[1].id }).opened();
    await listen(undefined, { 'Last-Event-ID': 'abc' }).opened();
    await listen().opened();
    await listen().opened(); // the fifth of an address
    expect(await value('severe_stream_starts_total{start="new"}')).to.equal(before + 2);
    for (const start of ['resumed', 'reset', 'refused'])
      expect(await value(`severe_stream_starts_total{start="${start}"}`), start).to.equal(1);
    expect(await value('severe_stream_event_delay_seconds_count')).to.equal(1);
    expect(await value('severe_stream_event_delay_seconds_sum')).to.equal(1);
    expect(await value('severe_open_streams{of="api"}')).to.equal(4);
  });

  it('sends only the wanted events', async () => {
    const filtered = await listen('/api/v1/stream?sources=alerts,satellite').opened();
    await publishFrame('radar');
    await publishFrame('satellite');
    await filtered.has(2);
    expect(filtered.names).to.deep.equal(['ready', 'satellite']);
  });

  it('refuses names that are no events', async () => {
    for (const query of [
      'sources=nope',
      'sources=alerts,nope',
      'sources=ready',
      'sources=',
      'sources=radar&sources=alerts',
    ]) {
      const { status, json } = await service.ask(`/api/v1/stream?${query}`);
      expect(status, query).to.equal(422);
      expect(json().detail[0].loc, query).to.deep.equal(['query', 'sources']);
    }
  });

  it('answers HEAD at once, and other methods with 405', async () => {
    const head = await service.ask('/api/v1/stream', {}, 'HEAD');
    expect([head.status, head.headers['content-type']]).to.deep.equal([200, 'text/event-stream']);
    const post = await service.ask('/api/v1/stream', {}, 'POST');
    expect([post.status, post.headers.allow]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
  });

  it('begins after the responses of its connection that come first', async () => {
    const { port } = service.server.address() as AddressInfo;
    const get = (path: string) => `GET /api/v1${path} HTTP/1.1\r\nHost: here\r\n\r\n`;
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(get('/meta/sources') + get('/stream')));
    try {
      let text = '';
      socket.setEncoding('utf8').on('data', (more: string) => (text += more));
      await until(() => text.includes('event: ready'));
      const [before, first, second] = text.split('HTTP/1.1 200 OK');
      expect(before).to.equal('');
      expect(JSON.parse(first.split('\r\n\r\n')[1])).to.have.property('sources');
      expect(second.split('\r\n\r\n')[1]).to.match(/^[0-9a-f]+\r\nretry: 3000\n/);
    } finally {
      socket.destroy();
    }
  });

  it('refuses an API key that is not valid, and counts nothing else', async () => {
    const asked: (string | undefined)[] = [];
    const policy = ratePolicy('anonymous', 300);
    const own = await startTestApi(({ db }) => ({
      db,
      limit({ headers }, as) {
        const key = headers['x-api-key'] as string | undefined;
        asked.push(as);
        const invalid = { policy, allowed: true, remaining: 299, freedInMs: 1000, invalidKey: true };
        return key === 'bad' ? Promise.resolve(invalid) : undefined;
      },
    }));
    const [bad, good] = ['bad', 'good'].map((key) => new Listener(own, undefined, { 'X-API-Key': key }));
    try {
      await until(() => bad.ended && good.events.length > 0);
      expect([bad.status, JSON.parse(bad.text)]).to.deep.equal([401, { detail: 'Invalid or revoked API key' }]);
      expect(bad.headers).to.include({ 'cache-control': 'no-store', 'x-ratelimit-remaining': '299' });
      expect([good.status, good.names[0]]).to.deep.equal([200, 'ready']);
      expect(new Set(asked)).to.deep.equal(new Set(['exempt']));
    } finally {
      good.close();
      await own.close();
    }
  });

  it('limits the open streams of an address, and counts those that are open', async () => {
    for (let i = 0; i < 4; i++) await listen().opened();
    const refused = await listen().opened();
    expect([refused.status, refused.headers['retry-after']]).to.deep.equal([503, '5']);
    closeAll();
    await until(async () => (await listen().opened()).status === 200);
  });

  it('lets a client wait that comes before the events have been read', async () => {
    await service.close();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    service = await startTestApi(({ db }) => ({
      db: { ...db, streamEvents: { ...db.streamEvents, position: () => held.then(() => db.streamEvents.position()) } },
    }));
    const listener = listen();
    setTimeout(release, 300);
    expect((await listener.opened()).status).to.equal(200);
    expect(listener.names).to.deep.equal(['ready']);
  });

  it('resumes after an event that another process has sent and this one has yet to read', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const late = await startTestApi(({ db }) => {
      const { streamEvents } = service.db;
      const after = (number: number, limit: number) => held.then(() => streamEvents.after(number, limit));
      return { db: { ...db, streamEvents: { ...streamEvents, after } } };
    });
    const elsewhere = new Listener(late);
    try {
      await until(() => elsewhere.names[0] === 'ready');
      const witness = await listen().opened();
      await publishFrame();
      await publishFrame();
      await witness.has(3);
      const moved = new Listener(late, undefined, { 'Last-Event-ID': witness.events[2].id });
      open.push(moved);
      setTimeout(release, 300);
      await until(() => moved.events.length > 0);
      await publishFrame();
      await moved.has(2);
      expect(moved.events[0].id).to.equal(witness.events[2].id);
      expect(moved.names).to.deep.equal(['ready', 'radar']);
    } finally {
      elsewhere.close();
      await late.close();
    }
  });

  it('sends bye when the service stops, and ends the body completely', async () => {
    const listener = await listen().opened();
    await publishFrame();
    await listener.has(2);
    service.api.endStreams();
    await until(() => listener.ended);
    expect(listener.names).to.deep.equal(['ready', 'radar', 'bye']);
    expect(listener.events[2].id).to.equal(listener.events[1].id);
  });
});
