import { createHmac } from 'node:crypto';
import { apiEndpoints } from '@severe/api';
import { loadSettings } from '@severe/base';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { verifyUser } from '@severe/db/testing/verify-user';
import { responseProblems } from '@severe/http';
import { openHttpsReceiver, type HttpsReceiver } from '@severe/testing/https-receiver';
import { expect } from 'chai';
import { signUp } from '../../support/browser.ts';
import { someTime, startTestApi, type TestService } from '../../support/service.ts';

const box = [-98, 35, -97, 36];
const square = [[[-98, 35], [-97, 35], [-97, 36], [-98, 36], [-98, 35]]]; // prettier-ignore
type Person = Awaited<ReturnType<typeof signUp>>;

describe('api/webhooks', function () {
  this.timeout(60_000);
  let service: TestService;
  let receiver: HttpsReceiver;
  let uma: Person;
  before(async () => {
    receiver = await openHttpsReceiver();
    const settings = loadSettings({ WEBHOOK_ALLOW_PRIVATE: 'true', MAX_WEBHOOKS: '4' });
    service = await startTestApi(() => ({ settings, receiverCa: receiver.ca }));
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.answer = (_, response) => void response.writeHead(204).end();
    uma = await signUp(service);
  });
  after(async () => {
    await service?.close();
    await receiver.close();
  });

  const create = (person: Person, body: object = {}) =>
    person.call('POST', '/account/webhooks', { url: receiver.url, bbox: box, ...body });
  const created = async (body: object = {}): Promise<{ id: number; secret: string }> => {
    const { status, json } = await create(uma, body);
    expect(status).to.equal(201);
    return json() as { id: number; secret: string };
  };
  const problemsOf = (path: string, method: string, body: unknown) =>
    responseProblems(
      apiEndpoints.find((one) => one.path === path && one.method === method)!,
      body,
    );

  it('registers a webhook and shows its secret once', async () => {
    const { status, json } = await create(uma, { event_types: ['Tornado Warning'], min_severity: 'Severe' });
    expect(status).to.equal(201);
    const made = json() as { secret: string; created_at: string };
    expect(made).to.deep.include({
      url: receiver.url,
      bbox: box,
      geometry: null,
      event_types: ['Tornado Warning'],
      min_severity: 'Severe',
      format: 'json',
      enabled: true,
      consecutive_failures: 0,
      disabled_at: null,
    });
    expect(made.secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(problemsOf('/account/webhooks', 'POST', made)).to.deep.equal([]);

    const listed = await uma.call('GET', '/account/webhooks');
    expect(listed.body.toString()).to.not.include(made.secret);
    expect(listed.json()).to.deep.equal([{ ...made, secret: `whsec_...${made.secret.slice(-5, -1)}` }]);
    expect(problemsOf('/account/webhooks', 'GET', listed.json())).to.deep.equal([]);
  });

  it('takes a Point, a Polygon and a MultiPolygon, and null or an empty list for all events', async () => {
    for (const geometry of [
      { type: 'Point', coordinates: [-97.5, 35.5] },
      { type: 'Polygon', coordinates: square },
      { type: 'MultiPolygon', coordinates: [square] },
    ]) {
      const { json } = await create(uma, { bbox: null, geometry, event_types: [], min_severity: null });
      expect(json()).to.deep.include({ bbox: null, geometry, event_types: null, min_severity: null });
    }
  });

  const invalid: [string, object, string][] = [
    ['no url', { url: undefined }, 'url'],
    ['http', { url: 'http://localhost:8443/' }, 'url'],
    ['credentials', { url: 'https://a:b@localhost:8443/' }, 'url'],
    ['a low port', { url: 'https://localhost:22/' }, 'url'],
    ['a name without an address', { url: 'https://nowhere.invalid/' }, 'url'],
    ['no geofence', { bbox: undefined }, 'bbox'],
    ['both geofences', { geometry: { type: 'Point', coordinates: [0, 0] } }, 'geometry'],
    ['three numbers', { bbox: [0, 1, 2] }, 'bbox'],
    ['south above north', { bbox: [0, 10, 1, 5] }, 'bbox'],
    ['a latitude of 95', { bbox: [0, 10, 1, 95] }, 'bbox'],
    ['a longitude of 181', { bbox: [0, 10, 181, 20] }, 'bbox'],
    ['a text as box', { bbox: '0,1,2,3' }, 'bbox'],
    ['a line', { bbox: null, geometry: { type: 'LineString', coordinates: square[0] } }, 'geometry'],
    ['an open ring', { bbox: null, geometry: { type: 'Polygon', coordinates: [square[0].slice(0, 4)] } }, 'geometry'],
    ['a ring of three', { bbox: null, geometry: { type: 'Polygon', coordinates: [[[0, 0], [1, 1], [0, 0]]] } }, 'geometry'], // prettier-ignore
    ['a bow-tie', { bbox: null, geometry: { type: 'Polygon', coordinates: [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]] } }, 'geometry'], // prettier-ignore
    ['null positions', { bbox: null, geometry: { type: 'Polygon', coordinates: [[[null, null], [1, 1], [1, 0], [null, null]]] } }, 'geometry'], // prettier-ignore
    ['no coordinates', { bbox: null, geometry: { type: 'Polygon' } }, 'geometry'],
    ['a geometry that is a text', { bbox: null, geometry: 'POINT(0 0)' }, 'geometry'],
    ['a prototype key as type', { bbox: null, geometry: { type: 'constructor', coordinates: [] } }, 'geometry'],
    ['1,001 vertices', { bbox: null, geometry: { type: 'Polygon', coordinates: [circle(1000)] } }, 'geometry'],
    ['an unknown severity', { min_severity: 'Awful' }, 'min_severity'],
    ['events as a text', { event_types: 'Tornado Warning' }, 'event_types'],
    ['an event that is a number', { event_types: [7] }, 'event_types'],
  ];
  for (const [what, body, field] of invalid) {
    it(`refuses ${what}`, async () => {
      const { status, json } = await create(uma, body);
      expect(status).to.equal(422);
      const { detail } = json() as { detail: { loc: string[] }[] };
      expect(detail[0].loc.slice(0, 2)).to.deep.equal(['body', field]);
    });
  }

  it('takes 1,000 vertices', async () => {
    await created({ bbox: null, geometry: { type: 'Polygon', coordinates: [circle(999)] } });
  });

  it('refuses more webhooks than an account may have', async () => {
    for (let i = 0; i < 4; i++) await created();
    const { status, json } = await create(uma);
    expect([status, json()]).to.deep.equal([409, { detail: 'Webhook limit reached (4)' }]);
  });

  it("answers another user's webhook as one that never existed", async () => {
    const { id } = await created();
    const vic = await signUp(service);
    for (const [method, path, body] of [
      ['PATCH', '', { enabled: false }],
      ['DELETE', '', undefined],
      ['POST', '/rotate', {}],
      ['POST', '/test', {}],
      ['GET', '/deliveries', undefined],
      ['POST', '/deliveries/1/redeliver', {}],
    ] as const) {
      const own = await vic.call(method, `/account/webhooks/${id}${path}`, body);
      const never = await vic.call(method, `/account/webhooks/888888${path}`, body);
      expect([own.status, own.body.toString()], `${method} ${path}`).to.deep.equal([404, never.body.toString()]);
    }
    expect(receiver.received).to.deep.equal([]);
  });

  it('changes filters, disables and enables, also by the alias', async () => {
    const { id } = await created();
    const patch = async (body: object) => (await uma.call('PATCH', `/account/webhooks/${id}`, body)).json() as object;
    expect(await patch({ min_severity: 'Extreme' })).to.deep.include({ min_severity: 'Extreme', bbox: box });
    expect(await patch({ enabled: false })).to.deep.include({
      enabled: false,
      disabled_reason: 'disabled by its owner',
      disabled_at: '2026-05-20T22:18:05Z',
    });
    expect(await patch({ is_active: true })).to.deep.include({
      enabled: true,
      disabled_at: null,
      min_severity: 'Extreme',
    });
    const geometry = { type: 'Point', coordinates: [-97.5, 35.5] };
    expect(await patch({ geometry })).to.deep.include({ bbox: null, geometry });
    const { status } = await uma.call('PATCH', `/account/webhooks/${id}`, { enabled: true, is_active: false });
    expect(status).to.equal(422);
  });

  it('pings a receiver, and tells how it went', async () => {
    const { id, secret } = await created();
    await uma.call('PATCH', `/account/webhooks/${id}`, { enabled: false }); // also a disabled one
    const { status, json } = await uma.call('POST', `/account/webhooks/${id}/test`, {});
    expect(status).to.equal(200);
    expect(json()).to.deep.include({ delivered: true, status_code: 204, error: null });
    expect(problemsOf('/account/webhooks/{id}/test', 'POST', json())).to.deep.equal([]);
    const [{ headers, body }] = receiver.received;
    expect(JSON.parse(body)).to.deep.equal({
      type: 'ping',
      webhook_id: id,
      delivered_at: '2026-05-20T22:18:05Z',
      alert: null,
      links: { self: 'https://wx.example.org/api/v1/account/webhooks' },
    });
    const [, t, v1] = /^t=(\d+),v1=(.*)$/.exec(headers['x-service-signature'] as string)!;
    expect(v1).to.equal(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));

    receiver.answer = (_, response) => void response.writeHead(500).end();
    const failed = await uma.call('POST', `/account/webhooks/${id}/test`, {});
    expect(failed.json()).to.deep.include({ delivered: false, status_code: 500, error: 'status' });
    const [listed] = (await uma.call('GET', '/account/webhooks')).json() as { consecutive_failures: number }[];
    expect(listed.consecutive_failures, 'a failed ping does not count').to.equal(0);
  });

  it('sends no more than 120 messages per minute by hand for an account', async () => {
    await verifyUser(service.db, uma.email);
    const { id } = await created();
    const portion = await service.db.users.portionOf(uma.id);
    for (let i = 0; i < 120; i++) await service.platform.limiter.take(`webhook-sends-of:${portion}`, 120);
    const { status, json } = await uma.call('POST', `/account/webhooks/${id}/test`, {});
    expect([status, json()]).to.deep.equal([429, { detail: 'At most 120 messages per minute are sent by hand' }]);
  });

  it('sends no more than 30 messages per minute by hand', async () => {
    await verifyUser(service.db, uma.email);
    const { id } = await created();
    const replies = [];
    for (let i = 0; i < 31; i++) replies.push(await uma.call('POST', `/account/webhooks/${id}/test`, {}));
    expect(replies.map(({ status }) => status)).to.deep.equal([...Array<number>(30).fill(200), 429]);
    expect(Number(replies[30].headers['retry-after'])).to.be.greaterThan(0);
  });

  it('after a rotation signs with the new secret', async () => {
    const { id, secret: old } = await created();
    const { json } = await uma.call('POST', `/account/webhooks/${id}/rotate`, {});
    const { secret } = json() as { secret: string };
    expect(problemsOf('/account/webhooks/{id}/rotate', 'POST', json())).to.deep.equal([]);
    expect(secret).to.not.equal(old);
    await uma.call('POST', `/account/webhooks/${id}/test`, {});
    const [{ headers, body }] = receiver.received;
    const [, t, v1] = /^t=(\d+),v1=(.*)$/.exec(headers['x-service-signature'] as string)!;
    expect(v1).to.equal(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
    expect((headers['webhook-signature'] as string).split(' '), 'both for a day').to.have.length(2);
  });

  it('registers a webhook for expected echoes, in a small place and without filters of alerts', async () => {
    const made = (await (await create(uma, { when: 'expected', min_dbz: 50, within_minutes: 15 })).json()) as {
      id: number;
    };
    expect(made).to.deep.include({ when: 'expected', min_dbz: 50, within_minutes: 15 });
    const wrong: [object, RegExp][] = [
      [{ when: 'expected', bbox: [-100, 33, -94, 36] }, /at most 5 degrees/],
      [{ when: 'expected', min_severity: 'Severe' }, /an expected echo has none/],
      [{ min_dbz: 40 }, /min_dbz should be one of 20, 35, 50/],
      [{ within_minutes: 90 }, /within_minutes|less than or equal/],
      [{ when: 'sometimes' }, /when|expected/],
    ];
    for (const [body, problem] of wrong) {
      const { status, json } = await create(uma, body);
      expect([status, JSON.stringify(json())]).to.satisfy(([code, text]: [number, string]) => code === 422 && problem.test(text), JSON.stringify(body)); // prettier-ignore
    }
    const changed = await uma.call('PATCH', `/account/webhooks/${made.id}`, { event_types: ['Tornado Warning'] });
    expect(changed.status).to.equal(422);
    const back = await uma.call('PATCH', `/account/webhooks/${made.id}`, { when: 'issued', event_types: ['Tornado Warning'] }); // prettier-ignore
    expect(back.json()).to.deep.include({ when: 'issued', event_types: ['Tornado Warning'], min_dbz: 50 });
  });

  it('writes to a channel in its form, and refuses an address that the channel cannot use', async () => {
    const chat = receiver.url.replace('/hook', '/bot1:AB/sendMessage?chat_id=7');
    const refused = await create(uma, { format: 'telegram' });
    expect([refused.status, refused.body.toString()]).to.deep.include(422);
    expect(refused.body.toString()).to.include('chat_id');
    const { status, json } = await create(uma, { url: chat, format: 'telegram' });
    expect([status, (json() as { format: string }).format]).to.deep.equal([201, 'telegram']);
    const { id } = json() as { id: number };
    const ping = await uma.call('POST', `/account/webhooks/${id}/test`, {});
    expect(ping.json()).to.deep.include({ delivered: true });
    expect(receiver.received[0].path).to.equal('/bot1:AB/sendMessage');
    expect(JSON.parse(receiver.received[0].body)).to.deep.include({ chat_id: '7' });

    const moved = await uma.call('PATCH', `/account/webhooks/${id}`, { url: receiver.url });
    expect(moved.status, 'the new address has no chat').to.equal(422);
    const changed = await uma.call('PATCH', `/account/webhooks/${id}`, { url: receiver.url, format: 'discord' });
    expect(changed.json()).to.deep.include({ url: receiver.url, format: 'discord' });
    await uma.call('POST', `/account/webhooks/${id}/test`, {});
    expect(JSON.parse(receiver.received[1].body)).to.have.nested.property('embeds[0].title', 'Test message');
    const log = await uma.call('GET', `/account/webhooks/${id}/deliveries`);
    expect((log.json() as { request_body: string }[])[0].request_body).to.equal(receiver.received[1].body);
  });

  it('shows the log of deliveries, and delivers again by hand', async () => {
    const { id } = await created();
    await service.db.alerts.store([alertEvent()]);
    while ((await service.db.webhookDeliveries.matchAlerts({ alerts: 50, hits: 500 })).more);
    const [delivery] = await service.db.webhookDeliveries.pending(id, 1);
    const sent = await uma.call('POST', `/account/webhooks/${id}/deliveries/${delivery.id}/redeliver`, {});
    expect(sent.json()).to.deep.include({ delivered: true, status_code: 204 });
    expect(receiver.received[0].headers['webhook-id']).to.equal(`msg_${id}_${delivery.alert!.id}_extreme`);

    const log = await uma.call('GET', `/account/webhooks/${id}/deliveries`);
    expect(problemsOf('/account/webhooks/{id}/deliveries', 'GET', log.json())).to.deep.equal([]);
    const [entry] = log.json() as object[];
    expect(entry).to.deep.include({
      delivery_id: delivery.id,
      outcome: 'delivered',
      status_code: 204,
      request_body: receiver.received[0].body,
    });
    expect(await service.db.webhookDeliveries.pending(id, 1)).to.deep.equal([]);
    const missing = await uma.call('POST', `/account/webhooks/${id}/deliveries/888888/redeliver`, {});
    expect([missing.status, missing.json()]).to.deep.equal([404, { detail: 'Delivery not found' }]);
  });

  it('removes a webhook', async () => {
    const { id } = await created();
    const gone = await uma.call('DELETE', `/account/webhooks/${id}`);
    expect([gone.status, gone.body.length]).to.deep.equal([204, 0]);
    expect((await uma.call('DELETE', `/account/webhooks/${id}`)).status).to.equal(404);
  });

  it('lets the client store the secret before alerts are delivered', async () => {
    await service.db.alerts.store([alertEvent({ eventKey: 'first-cycle' })]);
    const { id } = await created();
    while ((await service.db.webhookDeliveries.matchWebhooks(50)).more);
    const claimed = async () => (await service.db.webhookDeliveries.claim(100, 1000)).map((each) => each.id);
    expect(await claimed()).to.not.include(id);
    service.setTime('2026-05-20T22:18:15Z');
    expect(await claimed()).to.include(id);
    service.setTime(someTime);
  });
});

/** A closed ring around Oklahoma. */
function circle(sides: number): number[][] {
  const ring = Array.from({ length: sides }, (_, i) => {
    const angle = (2 * Math.PI * i) / sides;
    return [-97.5 + Math.cos(angle), 35.5 + Math.sin(angle)];
  });
  return [...ring, ring[0]];
}
