import type { Database } from '@severe/db';
import { expect } from 'chai';
import { newUser } from '../support/rows/new-user.ts';
import { newWebhook } from '../support/rows/new-webhook.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

onEachDatabase('tables/webhooks', (open) => {
  let db: Database;
  let uma: number;
  let vic: number;
  const hand = handClock(at('22:20'));
  beforeEach(async () => {
    hand.set(at('22:20'));
    db = await open({ clock: hand.clock });
    uma = (await db.users.insert(newUser()))!.id;
    vic = (await db.users.insert(newUser({ email: 'vic@example.org' })))!.id;
  });

  it('stores what was given, with the state of a new webhook', async () => {
    const geometry = { type: 'Point', coordinates: [-97.44, 35.22] };
    const made = await db.webhooks.insert(uma, newWebhook({ fence: { bbox: null, geometry } }), 20);
    expect(made).to.deep.equal({
      id: 1,
      url: 'https://hooks.example.org/wx',
      format: 'json',
      bbox: null,
      geometry,
      eventTypes: null,
      minSeverity: null,
      occasion: 'issued',
      minDbz: 35,
      withinMinutes: 30,
      enabled: true,
      secret: newWebhook().secret,
      secrets: [newWebhook().secret],
      consecutiveFailures: 0,
      lastDeliveryAt: null,
      lastStatus: null,
      disabledAt: null,
      disabledReason: null,
      createdAt: at('22:20'),
    });
    expect(await db.webhooks.ofUser(uma)).to.deep.equal([made]);
    expect(await db.webhooks.find(uma, 1)).to.deep.equal(made);
  });

  it('makes no more than the limit of a user, also for requests at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => db.webhooks.insert(uma, newWebhook(), 3)));
    expect(made.filter(Boolean)).to.have.length(3);
    expect(await db.webhooks.insert(vic, newWebhook(), 3)).to.not.equal(undefined);
  });

  it('neither shows nor changes the webhook of another user', async () => {
    await db.webhooks.insert(uma, newWebhook(), 20);
    expect(await db.webhooks.ofUser(vic)).to.deep.equal([]);
    expect(await db.webhooks.find(vic, 1)).to.equal(undefined);
    expect(await db.webhooks.update(vic, 1, { enabled: false })).to.equal(undefined);
    expect(await db.webhooks.rotate(vic, 1, 'whsec_x', at('23:00'))).to.equal(undefined);
    expect(await db.webhooks.remove(vic, 1)).to.equal(false);
    expect((await db.webhooks.find(uma, 1))!.enabled).to.equal(true);
  });

  it('changes only the given fields', async () => {
    await db.webhooks.insert(uma, newWebhook({ eventTypes: ['Tornado Warning'], minSeverity: 'Severe' }), 20);
    const untouched = await db.webhooks.update(uma, 1, {});
    expect(untouched).to.deep.include({ url: 'https://hooks.example.org/wx', eventTypes: ['Tornado Warning'] });
    const changed = await db.webhooks.update(uma, 1, {
      url: 'https://b.example.org/',
      fence: { bbox: null, geometry: { type: 'Point', coordinates: [1, 2] } },
      minSeverity: null,
    });
    expect(changed).to.deep.include({
      url: 'https://b.example.org/',
      bbox: null,
      geometry: { type: 'Point', coordinates: [1, 2] },
      eventTypes: ['Tornado Warning'],
      minSeverity: null,
    });
  });

  it('says when and why it is disabled, and forgets that when it is enabled', async () => {
    await db.webhooks.insert(uma, newWebhook(), 20);
    const off = await db.webhooks.update(uma, 1, { enabled: false });
    expect(off).to.deep.include({ disabledAt: at('22:20'), disabledReason: 'disabled by its owner' });
    expect(await db.webhooks.countByState()).to.deep.equal({ ok: 0, failing: 0, disabled: 1 });
    const on = await db.webhooks.update(uma, 1, { enabled: true });
    expect(on).to.deep.include({ enabled: true, consecutiveFailures: 0, disabledAt: null, disabledReason: null });
    expect(await db.webhooks.countByState()).to.deep.equal({ ok: 1, failing: 0, disabled: 0 });
  });

  it('lets the old secret sign for as long as a rotation says', async () => {
    await db.webhooks.insert(uma, newWebhook({ secret: 'whsec_a' }), 20);
    expect((await db.webhooks.rotate(uma, 1, 'whsec_b', at('23:00')))!.secrets).to.deep.equal(['whsec_b', 'whsec_a']);
    hand.set(at('23:00'));
    expect((await db.webhooks.find(uma, 1))!.secrets).to.deep.equal(['whsec_b']);
  });

  it('names what is wrong with a geometry', async () => {
    const ring = (...positions: number[][]) => ({ type: 'Polygon', coordinates: [positions] });
    expect(await db.webhooks.problemOf(ring([0, 0], [1, 0], [1, 1], [0, 0]))).to.equal(undefined);
    const bowTie = ring([0, 0], [1, 1], [1, 0], [0, 1], [0, 0]);
    expect(await db.webhooks.problemOf(bowTie)).to.match(/Self-intersection/);
  });
});
