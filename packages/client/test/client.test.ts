import { expect } from 'chai';
import { ApiError, createClient, type ClientOptions } from '@severe/client';
import { startTestApi, type TestService } from '@severe/api/testing/service';
import { storeStormDay } from '@severe/db/testing/storm-day';

describe('client', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    await storeStormDay(service.db);
  });
  after(() => service?.close());

  const baseUrl = () => service.url;
  const client = (options: ClientOptions = {}) => createClient({ baseUrl: baseUrl(), ...options });
  /** A client without a service: every request gets this response. */
  const respondingWith = (body: string, init: ResponseInit) =>
    createClient({ baseUrl: 'https://wx.example.org', retries: 0, fetch: async () => new Response(body, init) });

  it('returns typed data for typed parameters', async () => {
    const { data, error, response } = await client().get('/alerts', { point: '35.22,-97.44', severity: 'Extreme' });
    if (error) throw new Error(error.message);
    const events: string[] = data.features.map(({ properties }) => properties.event);
    expect([response.status, events]).to.deep.equal([200, ['Tornado Warning']]);

    const { id } = data.features[0].properties;
    expect((await client().get('/alerts/{alert_id}', { alert_id: id })).data?.event).to.equal('Tornado Warning');
  });

  it('returns errors as values', async () => {
    const wrong = await client().get('/alerts', { limit: 5000 });
    expect(wrong.error).to.deep.include({
      status: 422,
      message: 'query limit: Input should be less than or equal to 1000',
    });
    expect((wrong.error!.detail as object[])[0]).to.deep.include({ type: 'less_than_equal', ctx: { le: 1000 } });
    expect((await client().get('/alerts', { radius: '50km' })).error).to.deep.include({ status: 400 });
    const none = await client().get('/alerts/{alert_id}', { alert_id: 888_888_888 });
    expect(none.error).to.deep.equal({ status: 404, detail: 'Alert not found', message: 'Alert not found' });
  });

  it('reports the error of a proxy by its status', async () => {
    const init = { status: 502, statusText: 'Bad Gateway' };
    for (const body of ['<html>', '{"detail":5}', '']) {
      const { error } = await respondingWith(body, init).get('/alerts');
      expect(error).to.deep.equal({ status: 502, detail: 'HTTP 502 Bad Gateway', message: 'HTTP 502 Bad Gateway' });
    }
  });

  it('iterates over all pages of a list', async () => {
    const requests: (string | null)[][] = [];
    const fetch = (request: Request) => {
      const query = new URL(request.url).searchParams;
      requests.push(['active', 'limit', 'offset'].map((name) => query.get(name)));
      return globalThis.fetch(request);
    };
    const ids: number[] = [];
    for await (const { id } of client({ fetch }).all('/alerts', { active: false, limit: 1 })) ids.push(id);
    expect(ids)
      .to.have.length(2)
      .and.to.deep.equal([...ids].sort((a, b) => b - a));
    expect(requests).to.deep.equal([
      ['false', '1', null],
      ['false', '1', '1'],
    ]);
  });

  it('returns a feature once if it moves to the next page in the meantime', async () => {
    const pages = [[3, 2], [2, 1], []].map((ids, at) => ({
      features: ids.map((id) => ({ id })),
      links: at < 2 ? [{ rel: 'next', href: `https://other.example.org/api/v1/alerts?offset=${2 * at + 2}` }] : [],
    }));
    const fetch = async (request: Request) => {
      const offset = Number(new URL(request.url).searchParams.get('offset') ?? 0);
      return Response.json(pages[offset / 2]);
    };
    const ids: number[] = [];
    for await (const { id } of createClient({ baseUrl: 'https://wx.example.org', fetch }).all('/alerts')) ids.push(id);
    expect(ids).to.deep.equal([3, 2, 1]);
  });

  it('throws if the service refuses a page of a list', async () => {
    const error = await client()
      .all('/alerts', { bbox: 'here' })
      .next()
      .catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ApiError);
    expect((error as ApiError).problem.status).to.equal(400);
  });

  it('revalidates cached responses with their entity tags', async () => {
    const statuses: number[] = [];
    const fetch = async (request: Request) => {
      const response = await globalThis.fetch(request);
      statuses.push(response.status);
      return response;
    };
    const caching = client({ fetch, remember: 10 });
    const first = await caching.get('/watches');
    expect((await caching.get('/watches')).data).to.deep.equal(first.data);
    expect(statuses).to.deep.equal([200, 304]);
  });

  it('returns text as a string, and images as a Blob', async () => {
    expect((await client().get('/docs')).data).to.match(/^<!doctype html>/i);
    const tile = { product: 'vil', z: 4, x: 3, y: 6 };
    const png = respondingWith('PNG', { headers: { 'Content-Type': 'image/png' } });
    expect((await png.get('/radar/tiles/{product}/{z}/{x}/{y}.png', tile)).data?.size).to.equal(3);
  });

  it('sends bodies', async () => {
    let sent: Request | undefined;
    const fetch = async (request: Request) => Response.json({ at: (sent = request).url });
    const points = [{ lat: 35.22, lon: -97.44 }];
    await createClient({ baseUrl: 'https://wx.example.org', fetch }).post('/radar/points', { body: { points } });
    expect([sent?.method, sent?.headers.get('Content-Type')]).to.deep.equal(['POST', 'application/json']);
    expect(await sent?.json()).to.deep.equal({ points });
  });

  it('lets a request outlast its page', async () => {
    const sent: boolean[] = [];
    const fetch = async (request: Request) => {
      sent.push(request.keepalive);
      return new Response(null, { status: 204 });
    };
    const client = createClient({ baseUrl: 'https://wx.example.org', fetch });
    await client.delete('/account/api-keys/{key_id}', { key_id: 1 });
    await client.delete('/account/api-keys/{key_id}', { key_id: 1 }, { keepalive: true });
    expect(sent).to.deep.equal([false, true]);
  });

  it('checks every parameter by its type', () => {
    const calls = [
      // @ts-expect-error no such severity
      () => client().get('/alerts', { severity: 'Awful' }),
      // @ts-expect-error no such parameter
      () => client().get('/alerts', { sevrity: 'Extreme' }),
      // @ts-expect-error lon is missing
      () => client().get('/radar/point', { lat: 35.22 }),
      // @ts-expect-error parameters are required
      () => client().get('/radar/point'),
      // @ts-expect-error no such path
      () => client().get('/allerts'),
      // @ts-expect-error not a list of features
      () => client().all('/meta/sources'),
      // @ts-expect-error not a path of tiles
      () => client().template('/radar/products', {}),
    ];
    expect(calls).to.have.length(7);
  });
});
