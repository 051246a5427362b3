import type { AlertEvent, AlertMail, Database, LocationAlert, NewLocation, NewMail, Severity } from '@severe/db';
import { expect } from 'chai';
import { alertEvent, squareAt } from '../support/rows/alert-event.ts';
import { newUser } from '../support/rows/new-user.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';
import { verifyUser } from '../support/verify-user.ts';

const limits = { alerts: 50, hits: 100 };

onEachDatabase('tables/saved-locations', (open) => {
  let db: Database;
  let user: number;
  let hits: LocationAlert[];
  const hand = handClock(at('22:20'));
  beforeEach(async () => {
    hand.set(at('22:20'));
    db = await open({ clock: hand.clock });
    hits = [];
    user = (await db.users.insert(newUser()))!.id;
  });

  const norman = {
    kind: 'county' as const,
    ugc: 'OKC027',
    name: 'Cleveland',
    state: 'OK',
    wfo: 'OUN',
    simplified: false,
    shape: JSON.stringify(squareAt(-97.6, 35.1, 0.4)),
  };
  const home: NewLocation = {
    name: 'Home',
    label: null,
    lat: 35.22,
    lon: -97.44,
    alertsEnabled: true,
    minSeverity: 'Severe',
  };
  const save = (change: Partial<NewLocation> = {}, owner = user, most = 50) =>
    db.savedLocations.insert(owner, { ...home, ...change }, most);
  const full: NewMail = { recipient: newUser().email, subject: 'full', text: 'text', html: '<p>text</p>' };
  const compose = (hit: LocationAlert): AlertMail => {
    hits.push(hit);
    return { recipient: hit.email, subject: hit.alert.event, text: 'text', html: '<p>text</p>', whenFull: full };
  };
  const mail = async (step = limits): Promise<number> => {
    for (let made = 0; ;) {
      const { result, more } = await db.savedLocations.mailAlerts(step, compose);
      made += result.mails;
      if (!more) return made;
    }
  };
  const verify = async (): Promise<void> => {
    await verifyUser(db, newUser().email);
  };
  const storeAlert = async (change: Partial<AlertEvent> = {}): Promise<void> =>
    void (await db.alerts.store([alertEvent(change)]));

  it('says once a day that a mailbox has had all its mails, and mails extreme alerts nevertheless', async () => {
    await save({ minSeverity: 'Minor' });
    await verify();
    for (let i = 0; i < 500; i++) await db.mails.enqueue(full, { as: 'alert', limits: [] });
    await db.mails.claim(500, 60_000);
    const severities: Severity[] = ['Severe', 'Moderate', 'Extreme', 'Severe'];
    for (const [number, severity] of severities.entries()) {
      await storeAlert({ eventKey: `OUN.SV.W.${number}.2026`, severity, event: severity });
      expect(await mail()).to.equal(1);
    }
    const sent = (await db.mails.claim(10, 60_000)).map(({ subject }) => subject);
    expect(sent).to.deep.equal(['Extreme', 'full']); // by rank
  });

  it('keeps a location as it was given', async () => {
    const saved = await save({ label: 'Where I live', minSeverity: 'Minor' });
    const expected = { ...home, id: 1, label: 'Where I live', minSeverity: 'Minor', createdAt: at('22:20') };
    expect(saved).to.deep.equal(expected);
    expect(await db.savedLocations.ofUser(user)).to.deep.equal([expected]);
    expect(await db.savedLocations.update(user, 1, { name: 'Work' })).to.deep.equal({ ...expected, name: 'Work' });
    expect(await db.savedLocations.remove(user, 1)).to.equal(true);
    expect(await db.savedLocations.remove(user, 1)).to.equal(false);
  });

  it('makes no more than the limit of a user, also for requests at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => save({}, user, 3)));
    expect(made.filter(Boolean)).to.have.length(3);
  });

  it('neither shows nor changes the location of another user', async () => {
    const vic = (await db.users.insert(newUser({ email: 'vic@example.org' })))!.id;
    await save();
    expect(await db.savedLocations.ofUser(vic)).to.deep.equal([]);
    expect(await db.savedLocations.update(vic, 1, { name: 'Mine' })).to.equal(undefined);
    expect(await db.savedLocations.remove(vic, 1)).to.equal(false);
  });

  it('mails an alert at a location once, also after updates of the alert', async () => {
    await verify();
    await save();
    await storeAlert();
    expect(await mail()).to.equal(1);
    await storeAlert({ sent: at('22:19'), headline: 'Later' });
    expect(await mail()).to.equal(0);
    expect((await db.mails.waiting()).count).to.equal(1);
    const [{ location, email, alert }] = hits;
    expect(location).to.deep.include({ id: 1, name: 'Home', lat: 35.22, lon: -97.44 });
    expect(email).to.equal('ann@example.org');
    expect(alert).to.deep.include({
      id: 1,
      event: 'Tornado Warning',
      sent: at('22:18'),
      expires: at('22:45'),
    });
    expect(alert.tags.pds).to.be.a('boolean');
    expect(alert.motion?.points[0]).to.have.length(2);
    expect(alert.polygon?.type).to.match(/Polygon$/);
  });

  it('mails only to a verified address', async () => {
    await save();
    await storeAlert();
    expect(await mail()).to.equal(0);
  });

  it('mails only at the place, from the severity on, and where alerts are enabled', async () => {
    await verify();
    await save({ lat: 36 });
    await save({ minSeverity: 'Extreme' });
    await save({ alertsEnabled: false });
    await storeAlert({ severity: 'Severe' });
    expect(await mail()).to.equal(0);
    await storeAlert({ severity: 'Extreme', sent: at('22:19') });
    expect(await mail()).to.equal(1);
  });

  it('finds an alert without a polygon through its zones', async () => {
    await verify();
    await save();
    await db.zones.put([norman]);
    await storeAlert({ polygon: null, event: 'Winter Storm Warning', zones: ['county/OKC027'] });
    await storeAlert({ eventKey: 'b', polygon: null, zones: ['county/OKC001'] });
    expect(await mail()).to.equal(1);
  });

  describe('zones whose shape comes after the alert', () => {
    const canadian = { ...norman, ugc: 'OKC017', name: 'Canadian' };
    const late = async (limit = 100): Promise<number> => {
      for (let made = 0; ;) {
        const { result, more } = await db.savedLocations.mailLateZones(limit, compose);
        made += result.mails;
        if (!more) return made;
      }
    };
    const watch = { polygon: null, event: 'Winter Storm Warning', zones: ['county/OKC027', 'county/OKC017'] };

    it('are matched when it comes, once, also if the location is in several of them', async () => {
      await verify();
      await save();
      await storeAlert(watch);
      expect([await mail(), await late()]).to.deep.equal([0, 0]);
      await db.zones.put([norman, canadian]);
      expect([await mail(), await late()]).to.deep.equal([0, 1]);
      expect(hits[0]).to.deep.include({ email: 'ann@example.org' });
      expect(hits[0].alert).to.deep.include({ event: 'Winter Storm Warning' });
      await db.zones.put([{ ...norman, shape: JSON.stringify(squareAt(-97.6, 35.1, 0.5)) }]); // a better shape
      expect(await late()).to.equal(0);
    });

    it('are matched again when the shape grows', async () => {
      await verify();
      await save();
      await db.zones.put([{ ...norman, simplified: true, shape: JSON.stringify(squareAt(-97.6, 35.1, 0.05)) }]);
      await storeAlert(watch);
      expect([await mail(), await late()]).to.deep.equal([0, 0]);
      await db.zones.put([norman]);
      expect(await late()).to.equal(1);
    });

    it('bring no mail about a lower severity, an ended alert, or one with a polygon', async () => {
      await verify();
      await save({ minSeverity: 'Extreme' });
      await storeAlert({ ...watch, severity: 'Severe' });
      await storeAlert({ ...watch, eventKey: 'b', severity: 'Extreme', status: 'cancelled' });
      await storeAlert({ ...watch, eventKey: 'c', severity: 'Extreme', polygon: squareAt(-90, 30, 1) });
      await mail();
      await db.zones.put([norman]);
      expect(await late()).to.equal(0);
    });

    it('miss nothing in steps of one', async () => {
      await verify();
      for (let i = 0; i < 3; i++) await save();
      for (const eventKey of ['a', 'b']) await storeAlert({ ...watch, eventKey });
      await mail();
      await db.zones.put([norman]);
      expect(await late(1)).to.equal(6);
    });

    it('are mailed once by two readers at the same time', async () => {
      await verify();
      await save();
      await storeAlert(watch);
      await db.zones.put([norman]);
      await Promise.all([mail(), late(), late(), mail()]);
      expect((await db.mails.waiting()).count).to.equal(1);
    });
  });

  it('misses nothing and doubles nothing in steps of one', async () => {
    await verify();
    for (let i = 0; i < 3; i++) await save();
    for (const eventKey of ['a', 'b', 'c']) await storeAlert({ eventKey });
    expect(await mail({ alerts: 1, hits: 1 })).to.equal(9);
  });

  it('ends the mails of a location by the key of its link', async () => {
    await verify();
    await save();
    await storeAlert();
    await mail();
    const { unsubscribeKey } = hits[0].location;
    expect(unsubscribeKey).to.match(/^[\w-]{43}$/);
    expect(await db.savedLocations.findByKey(unsubscribeKey)).to.deep.include({ name: 'Home', alertsEnabled: true });
    expect(await db.savedLocations.unsubscribe('other')).to.equal(false);
    expect(await db.savedLocations.unsubscribe(unsubscribeKey)).to.equal(true);
    await storeAlert({ eventKey: 'b' });
    expect(await mail()).to.equal(0);
  });
});
