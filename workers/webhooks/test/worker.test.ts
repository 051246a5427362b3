import { setTimeout as pause } from 'node:timers/promises';
import { loadSettings, UpstreamError } from '@severe/base';
import { jobs } from '@severe/catalogue';
import { newWebhook } from '@severe/db/testing/rows/new-webhook';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { newUser } from '@severe/db/testing/rows/new-user';
import { verifyUser } from '@severe/db/testing/verify-user';
import { expect } from 'chai';
import { hostileUrls } from '@severe/outbound/testing/hostile-urls';
import { watchConnections } from '@severe/outbound/testing/watch-connections';
import { Webhook } from 'standardwebhooks';
import type { Received } from '@severe/testing/https-receiver';
import { until } from '@severe/testing/until';
import { lanes } from '../src/lanes.ts';
import { openTestWorker, someTime, type TestWorker } from './support/test-worker.ts';

const refuse = (status: number): TestWorker['receiver']['answer'] => {
  return (_, response) => void response.writeHead(status).end('no');
};
const bodyOf = ({ body }: Received) => JSON.parse(body) as { alert: { id: number; severity: string } };

describe('webhooks worker', function () {
  this.timeout(60_000);
  let at: TestWorker;
  beforeEach(async () => {
    at = await openTestWorker();
  });
  afterEach(() => at.close());

  const failuresOf = async (id: number) => (await at.db.webhooks.find(at.user, id))!.consecutiveFailures;
  const outcomes = async (id: number) =>
    (await at.db.webhookDeliveries.log(id, 100)).map(({ outcome, error }) => error ?? outcome);

  it('delivers a matching alert once, with exactly the specified body', async () => {
    await at.addWebhook();
    await at.storeAlert();
    const worker = at.start();
    await worker.idle();
    await worker.idle();
    expect(at.receiver.received).to.have.length(1);
    const { alert, ...body } = bodyOf(at.receiver.received[0]);
    expect(body).to.deep.equal({
      type: 'alert.triggered',
      webhook_id: 1,
      delivered_at: '2026-05-20T22:20:00Z',
      links: { self: 'https://wx.example.org/api/v1/alerts/1' },
    });
    expect(alert).to.deep.equal({
      id: 1,
      event: 'Tornado Warning',
      severity: 'Extreme',
      headline: alertEvent().headline,
      expires: '2026-05-20T22:45:00Z',
      geometry: alertEvent().polygon,
    });
  });

  it('delivers an expected echo, without an alert', async () => {
    await at.addWebhook({ occasion: 'expected' });
    const time = (minute: number) => new Date(Date.UTC(2026, 4, 20, 22, minute));
    const times = { radarAt: time(18), arrivesAt: time(40), earliestAt: time(30), latestAt: null };
    await at.db.webhookDeliveries.tellEchoes([{ webhookId: 1, minDbz: 35, ...times, chance: 72, lat: 35.2, lon: -97.4 }]); // prettier-ignore
    await at.start().idle();
    expect(at.receiver.received).to.have.length(1);
    expect(JSON.parse(at.receiver.received[0].body)).to.deep.equal({
      type: 'echo.expected',
      webhook_id: 1,
      delivered_at: '2026-05-20T22:20:00Z',
      alert: null,
      expected: {
        min_dbz: 35,
        arrives_at: '2026-05-20T22:40:00Z',
        earliest_at: '2026-05-20T22:30:00Z',
        latest_at: null,
        chance: 72,
        extrapolated_from: '2026-05-20T22:18:00Z',
        geometry: { type: 'Point', coordinates: [-97.4, 35.2] },
      },
      links: {
        self: 'https://wx.example.org/api/v1/nowcast/point/series?lat=35.2&lon=-97.4&product=probability-35dbz',
      },
    });
    expect((await at.db.webhookDeliveries.log(1, 10))[0]).to.deep.include({ outcome: 'delivered', alertId: null });
  });

  it('writes a note to a channel, where its service takes it', async () => {
    const url = at.receiver.url.replace('/hook', '/own/storms?auth=QQ');
    await at.addWebhook({ url, format: 'ntfy' });
    await at.storeAlert();
    await at.start().idle();
    const [{ path, body }] = at.receiver.received;
    expect(path).to.equal('/own/?auth=QQ');
    const { title, message, ...rest } = JSON.parse(body) as { title: string; message: string };
    expect(title).to.equal('Tornado Warning until 5:45 PM CDT');
    expect(message).to.include(alertEvent().headline!).and.include(alertEvent().areaDesc);
    expect(rest).to.deep.equal({
      topic: 'storms',
      priority: 5,
      tags: ['rotating_light'],
      click: 'https://wx.example.org/#at=9/35.1000/-97.6000',
    });
  });

  it('signs so that the verifier of Standard Webhooks accepts it', async () => {
    const { secret } = await at.addWebhook();
    await at.storeAlert({ headline: 'Überflutung ⛈' });
    await at.start().idle();
    const [{ headers, body }] = at.receiver.received;
    new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(headers['user-agent']).to.equal('severe-webhooks/1');
    expect(headers['content-type']).to.equal('application/json');
    expect(headers['x-service-signature']).to.match(/^t=\d{10},v1=[0-9a-f]{64}$/);
  });

  it('is woken by a job', async () => {
    await at.addWebhook();
    await at.start().idle();
    await at.storeAlert();
    await at.platform.queue.wake(jobs.matchAlerts);
    await until(() => at.receiver.received.length === 1);
  });

  it('finds what no job came for', async () => {
    await at.addWebhook();
    at.start({ limits: { sweepMs: 20 } });
    await at.storeAlert();
    await until(() => at.receiver.received.length === 1);
  });

  it('repeats a failed delivery in the next cycle, with the same id and a fresh time', async () => {
    await at.addWebhook();
    await at.storeAlert();
    at.receiver.answer = refuse(503);
    const worker = at.start();
    await worker.idle();
    at.receiver.answer = refuse(204);
    await worker.idle();
    expect(at.receiver.received, 'the cycle is not over').to.have.length(1);
    at.pass(36_000);
    await worker.idle();
    const [first, second] = at.receiver.received;
    expect(second.headers['webhook-id']).to.equal(first.headers['webhook-id']);
    expect(await outcomes(1)).to.deep.equal(['delivered', 'status']);
    expect(await failuresOf(1)).to.equal(0);
  });

  it('counts an outbreak that fails as one failed cycle, and stops asking the receiver', async () => {
    await at.addWebhook();
    await at.db.alerts.store(Array.from({ length: 40 }, (_, i) => alertEvent({ eventKey: `e${i}` })));
    at.receiver.answer = refuse(500);
    await at.start().idle();
    expect(await failuresOf(1)).to.equal(1);
    expect(at.receiver.received.length).to.be.lessThan(10);
  });

  it('a message that the receiver refuses does not hold back the others', async () => {
    await at.addWebhook();
    await at.db.alerts.store(Array.from({ length: 20 }, (_, i) => alertEvent({ eventKey: `e${i}` })));
    at.receiver.answer = (request, response) =>
      void response.writeHead(bodyOf(request).alert.id === 20 ? 400 : 204).end();
    await at.start().idle();
    expect(new Set(at.receiver.received.map((request) => bodyOf(request).alert.id)).size).to.equal(20);
    expect(await at.db.webhookDeliveries.pending(1, 100)).to.have.length(1);
    expect(await failuresOf(1)).to.equal(0);
  });

  describe('in the middle of a cycle', () => {
    /** A receiver that refuses nothing, and calls `act` before it answers its first request. */
    const answerAfter = (act: () => Promise<unknown>): void => {
      let acted: Promise<unknown> | undefined;
      at.receiver.answer = (_, response) => void (acted ??= act()).then(() => response.writeHead(204).end());
    };
    beforeEach(() => at.db.alerts.store(Array.from({ length: 20 }, (_, i) => alertEvent({ eventKey: `e${i}` }))));
    /** Requests that may have begun before the change. */
    const begun = 4;

    it('a new secret counts', async () => {
      const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      const { id } = await at.addWebhook();
      answerAfter(() => at.db.webhooks.rotate(at.user, id, secret, someTime));
      await at.start({ limits: { currentMs: 0 } }).idle();
      expect(at.receiver.received).to.have.length(20);
      for (const { headers, body } of at.receiver.received.slice(begun))
        new Webhook(secret).verify(body, headers as Record<string, string>);
    });

    it('a webhook that is disabled or deleted, or whose user is disabled, sends no more', async () => {
      const changes: ((id: number) => Promise<unknown>)[] = [
        (id) => at.db.webhooks.update(at.user, id, { enabled: false }),
        (id) => at.db.webhooks.remove(at.user, id),
        () => at.db.users.change({ id: null, name: 'test' }, at.user, { isActive: false }),
      ];
      const worker = at.start({ limits: { currentMs: 0 } });
      for (const change of changes) {
        const { id } = await at.addWebhook();
        at.receiver.received.length = 0;
        answerAfter(() => change(id));
        await worker.idle();
        expect(at.receiver.received.length, change.toString()).to.be.within(1, begun);
      }
    });
  });

  it('a receiver that never answers does not delay another one', async () => {
    await at.addWebhook({ url: at.receiver.url.replace('/hook', '/slow') });
    await at.addWebhook();
    await at.storeAlert();
    const held: (() => void)[] = [];
    at.receiver.answer = ({ path }, response) => {
      const end = (): void => void response.writeHead(204).end();
      if (path === '/slow') held.push(end);
      else end();
    };
    const working = at.start().idle();
    await until(async () => (await outcomes(2)).length === 1);
    expect(await outcomes(1)).to.deep.equal([]);
    for (const end of held) end();
    await working;
    expect(await outcomes(1)).to.deep.equal(['delivered']);
  });

  describe('beside a stranger with many webhooks whose receivers do not answer', () => {
    const held: (() => void)[] = [];
    /** Requests in the order of their arrival. */
    const paths: string[] = [];
    let isOver: boolean;
    const oneAtOnce = lanes.map((lane) => ({ ...lane, perTurn: 100, leastYoung: 1, mostYoung: 1 }));
    const honest = (): number => paths.filter((path) => path === '/hook').length;

    beforeEach(async () => {
      held.length = paths.length = 0;
      at.receiver.answer = ({ path }, response) => {
        paths.push(path);
        const end = (): void => void response.writeHead(204).end();
        if (path.startsWith('/slow') && !isOver) held.push(end);
        else end();
      };
      isOver = false;
      const stranger = (await at.db.users.insert(newUser({ email: 'vic@example.org' })))!.id;
      for (let i = 0; i < 30; i++) {
        const url = at.receiver.url
          .replace('localhost', i % 2 === 0 ? 'localhost' : '127.0.0.1')
          .replace('/hook', `/slow${i}`);
        await at.db.webhooks.insert(stranger, newWebhook({ url }), 30);
      }
    });

    afterEach(() => {
      isOver = true;
      for (const end of held) end();
    });

    it('an account has its turn, although there is one place for all', async () => {
      await at.addWebhook();
      await at.storeAlert();
      void at.start({ limits: { lanes: oneAtOnce, slowPerTurn: 100, youngMs: 20 } }).idle();
      await until(() => honest() === 1);
      expect(paths.indexOf('/hook'), paths.join(' ')).to.be.at.most(2);
      await until(() => paths.length === 31); // and the stranger has those of the others
    });

    it('a known receiver does not wait for any of them', async () => {
      const { id } = await at.addWebhook();
      const measured = { meanMs: 20, lane: 0, hadMs: 0 };
      await at.db.webhookDeliveries.endCycle(id, { delivered: 1, failed: 0, waitMs: 0, mostFailures: 15, measured });
      const worker = at.start({ limits: { lanes: oneAtOnce, youngMs: 60_000 } });
      await at.storeAlert();
      void worker.idle();
      await until(() => honest() === 1 && held.length === 1);
      expect(paths).to.have.length(2);
    });
  });

  it('disables a webhook after 15 failed cycles in a row, and says why', async () => {
    await at.addWebhook();
    await at.storeAlert({ expires: new Date('2026-05-21T22:00:00Z') });
    at.receiver.answer = refuse(500);
    const worker = at.start();
    for (let cycle = 1; cycle <= 16; cycle++) {
      await worker.idle();
      at.pass(18 * 60_000);
    }
    expect(at.receiver.received).to.have.length(15);
    const hook = await at.db.webhooks.find(at.user, 1);
    expect(hook).to.deep.include({ enabled: false, disabledReason: '15 failed cycles in a row', lastStatus: 500 });

    at.receiver.answer = refuse(204);
    await at.db.webhooks.update(at.user, 1, { enabled: true });
    await worker.idle();
    expect(at.receiver.received).to.have.length(16);
  });

  it('records a delivery as expired if the alert ends first', async () => {
    await at.addWebhook();
    await at.storeAlert();
    at.receiver.answer = refuse(500);
    const worker = at.start();
    await worker.idle();
    at.pass(25 * 60_000);
    await worker.idle();
    expect(await outcomes(1)).to.deep.equal(['expired', 'status']);
    expect(at.receiver.received).to.have.length(1);
  });

  it('connects to no private address that was planted in the database', async () => {
    await at.addWebhook();
    await at.storeAlert();
    await at.start({ settings: loadSettings({}) }).idle();
    expect(await outcomes(1)).to.deep.equal(['blocked_address']);
    expect(at.receiver.received).to.deep.equal([]);
  });

  it('connects to no hostile address of the list that was planted in the database', async function () {
    const urls = hostileUrls.filter(({ kind }) => kind === 'literal').map(({ url }) => url);
    if (urls.length === 0) this.skip();
    for (const url of urls) await at.addWebhook({ url });
    await at.storeAlert();
    const connections = watchConnections();
    try {
      await at.start({ settings: loadSettings({}) }).idle();
    } finally {
      connections.stop();
    }
    for (let id = 1; id <= urls.length; id++)
      expect(await outcomes(id), urls[id - 1]).to.deep.equal(['blocked_address']);
    expect(connections.tried.filter((address) => address !== '127.0.0.1')).to.deep.equal([]); // that of the database
    expect(at.receiver.received).to.deep.equal([]);
  });

  it('keeps the result of a request while the database is unavailable', async () => {
    await at.addWebhook();
    await at.storeAlert();
    let away = 3;
    const stored = at.db.webhookDeliveries;
    const webhookDeliveries: typeof stored = {
      ...stored,
      async record(attempt) {
        if (away-- > 0) throw new UpstreamError('database', 'away');
        await stored.record(attempt);
      },
    };
    await at.start({ db: { ...at.db, webhookDeliveries } }).idle();
    expect(at.receiver.received).to.have.length(1);
    expect(await outcomes(1)).to.deep.equal(['delivered']);
  });

  it('is idle only after a match that began at the end of a cycle, however slow', async () => {
    for (let each = 0; each < 60; each++) await at.addWebhook();
    await at.storeAlert();
    const stored = at.db.webhookDeliveries;
    const webhookDeliveries: typeof stored = {
      ...stored,
      async matchWebhooks(...args) {
        await pause(300);
        return await stored.matchWebhooks(...args);
      },
    };
    await at.start({ db: { ...at.db, webhookDeliveries } }).idle();
    expect(at.receiver.received).to.have.length(60);
  });

  it('two workers share the work without doubling it', async () => {
    for (let i = 0; i < 30; i++) await at.addWebhook();
    await at.db.alerts.store(['a', 'b', 'c'].map((eventKey) => alertEvent({ eventKey })));
    // A queue has one handler for a name, as a process has one worker.
    const second = { queue: { ...at.platform.queue, onWake: () => undefined } };
    await Promise.all([at.start().idle(), at.start({ platform: second }).idle()]);
    expect(at.receiver.received).to.have.length(90);
    expect(new Set(at.receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(90);
  });

  it('makes steps of matching smaller while they exceed the time limit of a statement', async () => {
    await at.addWebhook();
    for (const eventKey of ['a', 'b', 'c']) await at.storeAlert({ eventKey });
    const sizes: number[] = [];
    const matchAlerts: typeof at.db.webhookDeliveries.matchAlerts = async (limits) => {
      sizes.push(limits.alerts);
      if (limits.alerts > 2) throw new UpstreamError('database', 'canceling statement due to statement timeout');
      return at.db.webhookDeliveries.matchAlerts(limits);
    };
    await at.start({ db: { ...at.db, webhookDeliveries: { ...at.db.webhookDeliveries, matchAlerts } } }).idle();
    expect(sizes).to.include.members([25, 6, 1]);
    expect(at.receiver.received).to.have.length(3);
  });

  it('writes a mail for a saved location, once', async () => {
    await verifyUser(at.db, newUser().email);
    const home = {
      name: 'Home',
      label: null,
      lat: 35.22,
      lon: -97.44,
      alertsEnabled: true,
      minSeverity: 'Severe' as const,
    };
    await at.db.savedLocations.insert(at.user, home, 50);
    await at.storeAlert();
    const worker = at.start();
    await worker.idle();
    await worker.idle();
    const mails = await at.db.mails.claim(10, 1000);
    expect(mails).to.have.length(1);
    expect(mails[0]).to.deep.include({ recipient: 'ann@example.org' });
    expect(mails[0].headers).to.include({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  });
});
