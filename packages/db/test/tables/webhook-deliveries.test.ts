import {
  type ExpectedEcho,
  longestCycleWaitMs,
  newLane,
  type AlertEvent,
  type Database,
  type NewAttempt,
  type NewWebhook,
} from '@severe/db';
import { expect } from 'chai';
import { alertEvent, squareAt } from '../support/rows/alert-event.ts';
import { newUser } from '../support/rows/new-user.ts';
import { newWebhook } from '../support/rows/new-webhook.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

const leaseMs = 30_000;
const limits = { alerts: 50, hits: 5000 };

onEachDatabase('tables/webhook-deliveries', (open) => {
  let db: Database;
  let user: number;
  const hand = handClock(at('22:20'));
  beforeEach(async () => {
    hand.set(at('22:20'));
    db = await open({ clock: hand.clock });
    user = (await db.users.insert(newUser()))!.id;
  });

  const addWebhook = async (change: Partial<NewWebhook> = {}): Promise<number> =>
    (await db.webhooks.insert(user, newWebhook(change), 100))!.id;
  const storeAlert = async (change: Partial<AlertEvent> = {}): Promise<void> =>
    void (await db.alerts.store([alertEvent(change)]));

  /** Matches everything. @returns the number of new deliveries */
  const match = async (step = limits): Promise<number> => {
    let made = 0;
    for (let more = true; more;) {
      const { result, more: rest } = await db.webhookDeliveries.matchAlerts(step);
      made += result.deliveries;
      more = rest;
    }
    for (let more = true; more;) {
      const { result, more: rest } = await db.webhookDeliveries.matchWebhooks(2);
      made += result.deliveries;
      more = rest;
    }
    return made;
  };
  const attempt = (change: Partial<NewAttempt> = {}): NewAttempt => ({
    webhookId: 1,
    deliveryId: 1,
    alertId: 1,
    messageId: 'msg_1_1_extreme',
    outcome: 'delivered',
    statusCode: 204,
    error: null,
    reason: null,
    durationMs: 84,
    body: '{}',
    reply: '',
    ...change,
  });
  const pendingOf = async (webhookId: number) => db.webhookDeliveries.pending(webhookId, 100);

  describe('expected echoes', () => {
    const echo = (change: Partial<ExpectedEcho> = {}): ExpectedEcho => ({
      webhookId: 1,
      minDbz: 35,
      radarAt: at('22:18'),
      arrivesAt: at('22:40'),
      earliestAt: at('22:30'),
      latestAt: null,
      chance: 72,
      lat: 35.2,
      lon: -97.4,
      ...change,
    });
    const expecting = async (): Promise<number[]> => (await db.webhooks.expecting(0, 10)).map(({ id }) => id);

    it('are told to webhooks that expect them, once until an hour after them', async () => {
      await addWebhook({ occasion: 'expected', withinMinutes: 45 });
      await addWebhook();
      expect(await db.webhooks.expecting(0, 10)).to.deep.equal([
        { id: 1, minDbz: 35, withinMinutes: 45, fence: (await db.webhooks.expecting(0, 10))[0].fence },
      ]);
      expect(await db.webhookDeliveries.tellEchoes([echo(), echo({ webhookId: 2 })])).to.equal(1);
      expect(await db.webhookDeliveries.tellEchoes([echo({ arrivesAt: at('22:45') })])).to.equal(0);
      const [delivery] = await pendingOf(1);
      expect(delivery).to.deep.equal({ id: 1, messageId: 'msg_1_expected_1', webhookId: 1, attempts: 0, traceparent: null, expected: echo() }); // prettier-ignore
      expect((await db.webhookDeliveries.claim(10, 1000)).map(({ id }) => id)).to.deep.equal([1]);
      expect((await db.webhookDeliveries.waiting()).count).to.equal(1);
      expect(await expecting()).to.deep.equal([]);
      hand.set(at('23:40'));
      expect(await expecting()).to.deep.equal([1]);
      expect(await db.webhookDeliveries.tellEchoes([echo({ arrivesAt: at('23:55') })])).to.equal(1);
    });

    it('are not for alerts, and alerts not for them', async () => {
      await addWebhook({ occasion: 'expected' });
      await storeAlert();
      expect(await match()).to.equal(0);
      await db.webhooks.update(user, 1, { occasion: 'issued' });
      expect(await match()).to.equal(1);
      expect(await expecting()).to.deep.equal([]);
    });

    it('expire when they should be there, and are removed like others', async () => {
      await addWebhook({ occasion: 'expected' });
      await db.webhookDeliveries.tellEchoes([echo()]);
      hand.set(at('22:41'));
      expect(await pendingOf(1)).to.deep.equal([]);
      expect(await db.webhookDeliveries.expire()).to.equal(1);
      const [entry] = await db.webhookDeliveries.log(1, 10);
      expect(entry).to.deep.include({ outcome: 'expired', alertId: null, messageId: 'msg_1_expected_1' });
      expect(entry.reason).to.equal('the echo was expected before it was delivered');
    });

    it('are expected anew after a change of what is awaited, and by nobody who is disabled', async () => {
      await addWebhook({ occasion: 'expected' });
      await db.webhookDeliveries.tellEchoes([echo()]);
      await db.webhooks.update(user, 1, { minDbz: 50 });
      expect(await pendingOf(1)).to.deep.equal([]);
      expect(await expecting()).to.deep.equal([1]);
      await db.webhooks.update(user, 1, { enabled: false });
      expect(await expecting()).to.deep.equal([]);
      expect(await db.webhookDeliveries.tellEchoes([echo()])).to.equal(0);
    });
  });

  describe('matching', () => {
    it('makes one delivery for each webhook and alert, however often it runs', async () => {
      await addWebhook();
      await storeAlert();
      expect(await match()).to.equal(1);
      expect(await match()).to.equal(0);
      const [{ alert, ...delivery }, ...others] = await pendingOf(1);
      expect(others).to.deep.equal([]);
      expect(delivery).to.deep.equal({
        id: 1,
        webhookId: 1,
        messageId: 'msg_1_1_extreme',
        attempts: 0,
        traceparent: null,
      });
      expect({ ...alert, geometry: JSON.parse(alert!.geometry) as object }).to.deep.equal({
        id: 1,
        event: 'Tornado Warning',
        severity: 'Extreme',
        headline: alertEvent().headline,
        areaDesc: 'Cleveland, OK',
        instruction: 'TAKE COVER NOW!',
        expires: at('22:45'),
        geometry: squareAt(-97.6, 35.1, 0.4),
      });
    });

    it('takes an alert that touches the geofence, and none beside it', async () => {
      const fences: [NewWebhook['fence'], number][] = [
        [{ bbox: [-98, 35, -97, 36], geometry: null }, 1],
        [{ bbox: [-97.2, 35.5, -97, 36], geometry: null }, 1], // a corner
        [{ bbox: [-97.1, 35, -97, 36], geometry: null }, 0],
        [{ bbox: [-97.4, 35, -97.4, 36], geometry: null }, 1], // a line
        [{ bbox: [-97.4, 35.2, -97.4, 35.2], geometry: null }, 1], // a point
        [{ bbox: null, geometry: { type: 'Point', coordinates: [-97.4, 35.2] } }, 1],
        [{ bbox: null, geometry: { type: 'Point', coordinates: [-96.4, 35.2] } }, 0],
        [{ bbox: [-180, -90, 180, 90], geometry: null }, 1],
      ];
      for (const [fence] of fences) await addWebhook({ fence });
      await storeAlert();
      await match();
      const found = await Promise.all(fences.map(async (_, i) => (await pendingOf(i + 1)).length));
      expect(found).to.deep.equal(fences.map(([, expected]) => expected));
    });

    it('understands a box across the antimeridian', async () => {
      await addWebhook({ fence: { bbox: [170, 40, -170, 60], geometry: null } });
      await storeAlert({ polygon: squareAt(-179.9, 51, 0.4) });
      await storeAlert({ eventKey: 'AFC.b', polygon: squareAt(175, 51, 0.4) });
      await storeAlert({ eventKey: 'AFC.c', polygon: squareAt(-165, 51, 0.4) });
      expect(await match()).to.equal(2);
    });

    it('filters by event in any case and by severity; Unknown passes no severity', async () => {
      const expected = [
        [await addWebhook({ eventTypes: ['tornado WARNING', 'Flood Watch'] }), 1],
        [await addWebhook({ eventTypes: ['Tornado'] }), 0],
        [await addWebhook({ minSeverity: 'Extreme' }), 1],
        [await addWebhook({ minSeverity: 'Minor' }), 2],
        [await addWebhook(), 3],
      ];
      await storeAlert();
      await storeAlert({ eventKey: 'b', event: 'Flood Advisory', severity: 'Minor' });
      await storeAlert({ eventKey: 'c', event: 'Test', severity: 'Unknown' });
      await match();
      for (const [id, count] of expected) expect(await pendingOf(id), String(id)).to.have.length(count);
    });

    it('delivers once more when the severity rises above all before, and not when it falls', async () => {
      await addWebhook();
      const rise = async (severity: string, minutes: number): Promise<number> => {
        await storeAlert({ severity, sent: new Date(at('22:18').getTime() + minutes * 60_000) });
        const made = await match();
        for (const { id } of await pendingOf(1)) await db.webhookDeliveries.record(attempt({ deliveryId: id }));
        return made;
      };
      expect(await rise('Severe', 0)).to.equal(1);
      expect(await rise('Minor', 1)).to.equal(0);
      expect(await rise('Severe', 2)).to.equal(0);
      expect(await rise('Extreme', 3)).to.equal(1);
    });

    it('supersedes a delivery that waits when the severity rises', async () => {
      await addWebhook();
      await storeAlert({ severity: 'Severe' });
      await match();
      await storeAlert({ severity: 'Extreme', sent: at('22:19') });
      await match();
      expect((await pendingOf(1)).map(({ messageId }) => messageId)).to.deep.equal(['msg_1_1_extreme']);
    });

    it('passes over alerts without a polygon, ended ones, disabled webhooks and webhooks of disabled users', async () => {
      await addWebhook();
      const off = await addWebhook();
      await db.webhooks.update(user, off, { enabled: false });
      await storeAlert({ polygon: null });
      await storeAlert({ eventKey: 'b', expires: at('22:20') });
      await storeAlert({ eventKey: 'c', status: 'cancelled' });
      expect(await match()).to.equal(0);
      await storeAlert({ eventKey: 'd' });
      expect(await match()).to.equal(1);
    });

    it('takes an alert whose polygon comes with an update', async () => {
      await addWebhook();
      await storeAlert({ polygon: null });
      expect(await match()).to.equal(0);
      await storeAlert({ sent: at('22:19') });
      expect(await match()).to.equal(1);
    });

    it('tells a webhook that is new, enabled again or changed of the active alerts', async () => {
      await storeAlert();
      expect(await match()).to.equal(0);
      const id = await addWebhook({ fence: { bbox: [0, 0, 1, 1], geometry: null } });
      expect(await match()).to.equal(0);
      await db.webhooks.update(user, id, { fence: newWebhook().fence });
      expect(await match()).to.equal(1);
      await db.webhooks.update(user, id, { enabled: false });
      await storeAlert({ eventKey: 'b' });
      expect(await match()).to.equal(0);
      await db.webhooks.update(user, id, { enabled: true });
      expect(await match()).to.equal(1);
    });

    it('withdraws what was not sent when a changed filter no longer fits', async () => {
      await addWebhook();
      await storeAlert();
      await match();
      await db.webhooks.update(user, 1, { eventTypes: ['Flood Watch'] });
      await match();
      expect(await pendingOf(1)).to.deep.equal([]);
    });

    it('misses nothing and doubles nothing in steps of one alert and one hit', async () => {
      for (let i = 0; i < 3; i++) await addWebhook();
      for (const eventKey of ['a', 'b', 'c']) await storeAlert({ eventKey });
      await db.alerts.store(['d', 'e'].map((eventKey) => alertEvent({ eventKey }))); // of one version
      expect(await match({ alerts: 1, hits: 1 })).to.equal(15);
      for (const id of [1, 2, 3]) expect(await pendingOf(id)).to.have.length(5);
    });

    it('of two processes at once each delivery is made by one', async () => {
      for (let i = 0; i < 4; i++) await addWebhook();
      for (const eventKey of ['a', 'b', 'c', 'd']) await storeAlert({ eventKey });
      const made = await Promise.all([match({ alerts: 1, hits: 2 }), match({ alerts: 2, hits: 1 })]);
      expect(made[0] + made[1]).to.equal(16);
    });
  });

  describe('cycles', () => {
    beforeEach(async () => {
      await addWebhook();
      await storeAlert();
      await match();
    });

    it('the first cycle of a webhook can begin some time after its registration', async () => {
      const id = await addWebhook({ firstCycleMs: 10_000 });
      await match();
      const claimed = async () => (await db.webhookDeliveries.claim(10, leaseMs)).map((each) => each.id);
      expect(await claimed()).to.not.include(id);
      hand.set(new Date(at('22:20').getTime() + 9_999));
      expect(await claimed()).to.not.include(id);
      hand.set(new Date(at('22:20').getTime() + 10_000));
      expect(await claimed()).to.include(id);
    });

    it('a claim holds off other dispatchers until it ends', async () => {
      const [claimed] = await db.webhookDeliveries.claim(10, leaseMs);
      expect(claimed.turn).to.match(/^mailbox [0-9a-f]{64}$/);
      expect(claimed).to.deep.equal({
        id: 1,
        url: newWebhook().url,
        format: 'json',
        secrets: [newWebhook().secret],
        consecutiveFailures: 0,
        turn: claimed.turn,
        host: 'hooks.example.org',
        lane: newLane,
        meanMs: null,
      });
      expect(await db.webhookDeliveries.claim(10, leaseMs)).to.deep.equal([]);
      hand.set(new Date(at('22:20').getTime() + leaseMs - 1));
      await db.webhookDeliveries.renew([1], leaseMs);
      hand.set(new Date(at('22:20').getTime() + leaseMs));
      expect(await db.webhookDeliveries.claim(10, leaseMs)).to.deep.equal([]);
      hand.set(at('22:22'));
      expect(await db.webhookDeliveries.claim(10, leaseMs)).to.have.length(1);
    });

    it('a claim that has ended is not extended', async () => {
      await db.webhookDeliveries.claim(10, leaseMs);
      await db.webhookDeliveries.endCycle(1, { delivered: 0, failed: 0, waitMs: 0, mostFailures: 15 });
      await db.webhookDeliveries.renew([1], leaseMs);
      expect(await db.webhookDeliveries.claim(10, leaseMs)).to.have.length(1);
    });

    it('a claimed webhook can be read again, until it or its user is disabled', async () => {
      const [claimed] = await db.webhookDeliveries.claim(10, leaseMs);
      expect(await db.webhookDeliveries.current(1)).to.deep.equal(claimed);
      expect(await db.webhookDeliveries.current(99)).to.equal(undefined);
    });

    it('a claim is by the clock of the server, whatever the clocks of the processes', async () => {
      const early = await open({ clock: () => at('22:18'), leaseClock: undefined, keep: true });
      const late = await open({ clock: () => at('22:44'), leaseClock: undefined, keep: true });
      expect(await early.webhookDeliveries.claim(10, leaseMs)).to.have.length(1);
      expect(await late.webhookDeliveries.claim(10, leaseMs)).to.deep.equal([]);
      await late.webhookDeliveries.endCycle(1, { delivered: 0, failed: 1, waitMs: 0, mostFailures: 15 });
      expect(await early.webhookDeliveries.claim(10, leaseMs)).to.have.length(1);
    });

    it('a claim or a wait from before the clock was set back holds off nothing', async () => {
      await db.webhookDeliveries.claim(10, leaseMs);
      hand.set(at('20:20'));
      expect(await db.webhookDeliveries.claim(10, leaseMs)).to.have.length(1);
      const end = { delivered: 0, failed: 1, waitMs: longestCycleWaitMs, mostFailures: 15 };
      await db.webhookDeliveries.endCycle(1, end);
      expect(await db.webhookDeliveries.claim(10, leaseMs)).to.deep.equal([]);
      hand.set(at('18:20'));
      expect(await db.webhookDeliveries.claim(10, leaseMs)).to.have.length(1);
    });

    it('of many dispatchers at once one gets a webhook', async () => {
      const claims = await Promise.all(Array.from({ length: 6 }, () => db.webhookDeliveries.claim(10, leaseMs)));
      expect(claims.flat()).to.have.length(1);
    });

    it('an acknowledged delivery is over, and the webhook shows it', async () => {
      await db.webhookDeliveries.record(attempt());
      expect(await pendingOf(1)).to.deep.equal([]);
      expect(await db.webhooks.find(user, 1)).to.deep.include({ lastDeliveryAt: at('22:20'), lastStatus: 204 });
      expect(await db.webhookDeliveries.claim(10, leaseMs)).to.deep.equal([]);
    });

    it('is counted while it waits, also after a failure, and its attempts by their outcome', async () => {
      const since = at('22:19');
      const { webhookDeliveries } = db;
      expect(await webhookDeliveries.waiting()).to.deep.equal({ count: 1, failed: 0, oldest: at('22:20') });
      await webhookDeliveries.record(attempt({ outcome: 'failed', statusCode: 500, error: 'status' }));
      expect(await webhookDeliveries.waiting()).to.include({ count: 1, failed: 1 });
      await webhookDeliveries.record(attempt());
      expect(await webhookDeliveries.waiting()).to.deep.equal({ count: 0, failed: 0, oldest: null });
      expect(await webhookDeliveries.attempted(since)).to.deep.equal({ delivered: 1, failed: 1, expired: 0 });
      expect(await webhookDeliveries.attempted(at('22:20'))).to.deep.equal({ delivered: 0, failed: 0, expired: 0 });
    });

    it('has a delay, from the match of the alert', async () => {
      const { webhookDeliveries } = db;
      expect(await webhookDeliveries.delays(at('22:19'))).to.equal(undefined);
      hand.set(new Date(at('22:20').getTime() + 4000));
      await webhookDeliveries.record(attempt());
      expect(await webhookDeliveries.delays(at('22:19'))).to.deep.equal({ median: 4, high: 4 });
      expect(await webhookDeliveries.delays(at('22:21'))).to.equal(undefined);
    });

    it('what a disabled webhook has does not count as waiting', async () => {
      await db.webhooks.update(user, 1, { enabled: false });
      expect((await db.webhookDeliveries.waiting()).count).to.equal(0);
    });

    it('a failed delivery waits for the next cycle', async () => {
      await db.webhookDeliveries.claim(10, leaseMs);
      await db.webhookDeliveries.record(attempt({ outcome: 'failed', statusCode: 500, error: 'status' }));
      await db.webhookDeliveries.endCycle(1, { delivered: 0, failed: 1, waitMs: 60_000, mostFailures: 15 });
      expect(await db.webhookDeliveries.claim(10, leaseMs)).to.deep.equal([]);
      hand.set(at('22:21'));
      const [claimed] = await db.webhookDeliveries.claim(10, leaseMs);
      expect(claimed.consecutiveFailures).to.equal(1);
      expect((await pendingOf(1))[0].attempts).to.equal(1);
    });

    it('counts a cycle once, however many deliveries failed; any delivery sets the count to 0', async () => {
      const end = (delivered: number, failed: number) =>
        db.webhookDeliveries.endCycle(1, { delivered, failed, waitMs: 0, mostFailures: 15 });
      const failures = async () => (await db.webhooks.find(user, 1))!.consecutiveFailures;
      await end(0, 500);
      expect(await failures()).to.equal(1);
      await end(0, 0);
      expect(await failures()).to.equal(1);
      await end(1, 3);
      expect(await failures()).to.equal(0);
    });

    it('disables a webhook at the last failed cycle in a row, and keeps its deliveries', async () => {
      const end = () => db.webhookDeliveries.endCycle(1, { delivered: 0, failed: 1, waitMs: 0, mostFailures: 3 });
      expect([await end(), await end(), await end()].map(({ disabled }) => disabled)).to.deep.equal([
        false,
        false,
        true,
      ]);
      expect(await db.webhooks.find(user, 1)).to.deep.include({
        enabled: false,
        consecutiveFailures: 3,
        disabledAt: at('22:20'),
        disabledReason: '3 failed cycles in a row',
      });
      expect(await db.webhookDeliveries.claim(10, leaseMs)).to.deep.equal([]);
      await db.webhooks.update(user, 1, { enabled: true });
      expect(await db.webhookDeliveries.claim(10, leaseMs)).to.have.length(1);
    });

    it('a reset by the owner during a failing cycle is not lost', async () => {
      await db.webhookDeliveries.endCycle(1, { delivered: 0, failed: 1, waitMs: 0, mostFailures: 2 });
      await db.webhooks.update(user, 1, { enabled: true });
      const end = { delivered: 0, failed: 1, waitMs: 0, mostFailures: 2 };
      expect((await db.webhookDeliveries.endCycle(1, end)).disabled).to.equal(false);
    });

    it('records a delivery whose alert has ended as expired, and sends it no more', async () => {
      hand.set(at('22:45'));
      expect(await pendingOf(1)).to.deep.equal([]);
      expect(await db.webhookDeliveries.expire()).to.equal(1);
      expect(await db.webhookDeliveries.expire()).to.equal(0);
      const [entry] = await db.webhookDeliveries.log(1, 10);
      expect(entry).to.deep.include({ outcome: 'expired', messageId: 'msg_1_1_extreme', statusCode: null, body: null });
      expect(await db.webhookDeliveries.claim(10, leaseMs)).to.deep.equal([]);
    });

    it('sends what was tried least first, then the most severe, then the newest', async () => {
      await storeAlert({ eventKey: 'b', severity: 'Minor' });
      await storeAlert({ eventKey: 'c', severity: 'Extreme' });
      await match();
      await db.webhookDeliveries.record(attempt({ outcome: 'failed' }));
      expect((await pendingOf(1)).map(({ alert }) => alert!.id)).to.deep.equal([3, 2, 1]);
    });

    describe('of several accounts', () => {
      const longEnd = { delivered: 1, failed: 0, waitMs: 0, mostFailures: 15 };
      /** Ids of webhooks of an account, for all alerts. */
      const addAccount = async (name: string, hooks: number, change: Partial<NewWebhook> = {}): Promise<number[]> => {
        const { id } = (await db.users.insert(newUser({ email: `${name}@example.org` })))!;
        const made: number[] = [];
        for (let i = 0; i < hooks; i++) made.push((await db.webhooks.insert(id, newWebhook(change), 100))!.id);
        return made;
      };
      const claimIds = async (limit: number, wanted: Parameters<typeof db.webhookDeliveries.claim>[2] = {}) =>
        (await db.webhookDeliveries.claim(limit, leaseMs, wanted)).map(({ id }) => id);

      beforeEach(() => db.webhookDeliveries.claim(10, leaseMs)); // the webhook of the tests around

      it('gives each account a turn before any has a second one', async () => {
        const many = await addAccount('many', 5);
        const [few] = await addAccount('few', 1);
        await match();
        expect(await claimIds(2)).to.have.members([many[0], few]);
        expect(await claimIds(10)).to.deep.equal(many.slice(1));
      });

      it('first an account that has had less lately, then the most severe delivery, then the one that ends first', async () => {
        await storeAlert({ eventKey: 'minor', severity: 'Minor', polygon: squareAt(-90, 35, 1) });
        await storeAlert({ eventKey: 'later', expires: at('23:30'), polygon: squareAt(-80, 35, 1) });
        const over = (lon: number): Partial<NewWebhook> => ({
          fence: { bbox: [lon, 35, lon + 1, 36], geometry: null },
        });
        const [minor] = await addAccount('minor', 1, over(-90));
        const [later] = await addAccount('later', 1, over(-80));
        const [soon] = await addAccount('soon', 1);
        const [hungry] = await addAccount('hungry', 1);
        await match();
        const measured = { meanMs: 400, lane: newLane, hadMs: 5000 };
        await db.webhookDeliveries.endCycle(hungry, { ...longEnd, measured });
        expect(await claimIds(10)).to.deep.equal([soon, later, minor, hungry]);
      });

      it('what an account had fades', async () => {
        await storeAlert({ eventKey: 'minor', severity: 'Minor', polygon: squareAt(-90, 35, 1) });
        const [severe] = await addAccount('severe', 1);
        const [minor] = await addAccount('minor', 1, { fence: { bbox: [-90, 35, -89, 36], geometry: null } });
        await match();
        await db.webhookDeliveries.endCycle(severe, {
          ...longEnd,
          measured: { meanMs: 400, lane: newLane, hadMs: 5000 },
        });
        expect(await claimIds(2)).to.deep.equal([minor, severe]);
        hand.set(at('22:30'));
        expect(await claimIds(3)).to.deep.equal([1, severe, minor]);
      });

      it('a slow receiver waits in a lane of its own until its address changes', async () => {
        const { id: owner } = (await db.users.insert(newUser({ email: 'slow@example.org' })))!;
        const { id: slow } = (await db.webhooks.insert(owner, newWebhook(), 100))!;
        await match();
        await db.webhookDeliveries.endCycle(slow, { ...longEnd, measured: { meanMs: 14_000, lane: 2, hadMs: 14_000 } });
        expect(await claimIds(10)).to.deep.equal([]);
        const [claimed] = await db.webhookDeliveries.claim(10, leaseMs, { lane: 2 });
        expect(claimed).to.include({ id: slow, lane: 2, meanMs: 14_000 });
        await db.webhookDeliveries.endCycle(slow, longEnd);
        await db.webhooks.update(owner, slow, { url: 'https://Other.example.org./x' });
        const [moved] = await db.webhookDeliveries.claim(10, leaseMs);
        expect(moved).to.include({ id: slow, meanMs: null, host: 'other.example.org' });
      });

      it('passes over busy accounts and hosts, and claims no more of either than wanted', async () => {
        const [a, b] = await addAccount('ann2', 2);
        const [c] = await addAccount('bob2', 1, { url: 'https://b.example.org/' });
        await match();
        const { turn } = (await db.webhookDeliveries.current(a))!;
        expect(await claimIds(10, { busyTurns: [turn], busyHosts: ['b.example.org'] })).to.deep.equal([]);
        expect(await claimIds(10, { perTurn: 1, busyHosts: ['b.example.org'] })).to.deep.equal([a]);
        expect(await claimIds(10, { perHost: 1 })).to.have.members([b, c]);
      });
    });

    describe('a full outbox', () => {
      const budget = { perTurn: 6, perWebhook: 2 };
      const severities = ['Severe', 'Severe', 'Severe', 'Severe', 'Severe', 'Severe', 'Severe'];
      const store = (keys: string[], severity = 'Severe') =>
        db.alerts.store(keys.map((eventKey) => alertEvent({ eventKey, severity })));
      const matchWithin = async (): Promise<number> => {
        const alerts = await db.webhookDeliveries.matchAlerts({ ...limits, budget });
        const hooks = await db.webhookDeliveries.matchWebhooks(50, budget);
        return alerts.result.deliveries + hooks.result.deliveries;
      };
      beforeEach(async () => {
        await db.webhooks.remove(user, 1);
        await addWebhook();
        await db.webhookDeliveries.matchWebhooks(50, budget);
      });

      it('has a bounded number of an account, and all of its alerts in the end', async () => {
        await store(severities.map((_, i) => `e${i}`));
        await matchWithin();
        expect(await pendingOf(2)).to.have.length(6);
        expect(await matchWithin()).to.equal(0);
        const seen = new Set<number>();
        for (let rounds = 0; rounds < 10; rounds++) {
          for (const { id, alert } of await pendingOf(2)) {
            seen.add(alert!.id);
            await db.webhookDeliveries.record(attempt({ webhookId: 2, deliveryId: id, alertId: alert!.id }));
          }
          const end = { delivered: 1, failed: 0, waitMs: 0, mostFailures: 15 };
          if ((await db.webhookDeliveries.endCycle(2, end)).hasRoom) await matchWithin();
        }
        expect(seen.size).to.equal(8);
      });

      it('takes a more severe alert although it is full of others', async () => {
        await store(severities.map((_, i) => `e${i}`), 'Moderate'); // prettier-ignore
        await matchWithin();
        await store(['worst'], 'Extreme');
        expect(await matchWithin()).to.equal(1);
        expect((await pendingOf(2))[0].alert!.severity).to.equal('Extreme');
      });

      it('is shared by the webhooks of an account, each with a least part', async () => {
        for (let i = 0; i < 5; i++) await addWebhook();
        await store(['e1', 'e2', 'e3', 'e4']);
        await matchWithin();
        for (let id = 2; id <= 7; id++) expect((await pendingOf(id)).length, String(id)).to.be.within(2, 6);
        const another = (await db.users.insert(newUser({ email: 'vic@example.org' })))!.id;
        const { id } = (await db.webhooks.insert(another, newWebhook(), 100))!;
        await matchWithin();
        expect(await pendingOf(id)).to.have.length(5);
      });

      it('has room again after a process has died before the end of its cycle', async () => {
        await store(severities.map((_, i) => `e${i}`));
        await matchWithin();
        for (const { id, alert } of await pendingOf(2))
          await db.webhookDeliveries.record(attempt({ webhookId: 2, deliveryId: id, alertId: alert!.id }));
        expect(await matchWithin()).to.equal(0);
        await db.webhookDeliveries.expire();
        expect(await matchWithin()).to.equal(2);
      });

      it('has room again when alerts end', async () => {
        await store(severities.map((_, i) => `e${i}`));
        await matchWithin();
        await db.alerts.store([alertEvent({ eventKey: 'long', severity: 'Severe', expires: at('23:45') })]);
        expect(await matchWithin()).to.equal(0);
        hand.set(at('22:50'));
        await db.webhookDeliveries.expire();
        expect(await matchWithin()).to.equal(1);
      });
    });

    it('keeps the newest hundred attempts in the log', async () => {
      for (let i = 0; i < 105; i++) await db.webhookDeliveries.record(attempt({ durationMs: i }));
      await db.webhookDeliveries.endCycle(1, { delivered: 1, failed: 0, waitMs: 0, mostFailures: 15 });
      const log = await db.webhookDeliveries.log(1, 1000);
      expect(log).to.have.length(100);
      expect([log[0].durationMs, log[99].durationMs]).to.deep.equal([104, 5]);
    });

    it('records nothing for a webhook that was removed meanwhile', async () => {
      await db.webhooks.remove(user, 1);
      await db.webhookDeliveries.record(attempt());
      expect(await db.webhookDeliveries.log(1, 10)).to.deep.equal([]);
      const end = { delivered: 1, failed: 0, waitMs: 0, mostFailures: 15 };
      expect((await db.webhookDeliveries.endCycle(1, end)).disabled).to.equal(false);
    });

    it('a delivery of another user is not found', async () => {
      const vic = (await db.users.insert(newUser({ email: 'vic@example.org' })))!.id;
      expect(await db.webhookDeliveries.find(user, 1, 1)).to.deep.include({ id: 1 });
      expect(await db.webhookDeliveries.find(vic, 1, 1)).to.equal(undefined);
    });

    it('removes old deliveries, but none of an alert that is still active', async () => {
      await db.webhookDeliveries.record(attempt());
      const later = new Date(at('22:20').getTime() + 31 * 86_400_000);
      expect(await db.webhookDeliveries.removeOld(later)).to.equal(1); // the attempt
      await storeAlert({ status: 'cancelled', sent: at('22:30') });
      expect(await db.webhookDeliveries.removeOld(later)).to.equal(1);
    });
  });
});
