import type { AlertSearch, AlertTags, Database } from '@severe/db';
import { expect } from 'chai';
import { alertEvent, squareAt } from '../support/rows/alert-event.ts';
import { noTags } from '../support/rows/no-tags.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';
import { matchedOf } from '../support/matched-of.ts';

const everything = { active: true, limit: 100, offset: 0 };

onEachDatabase('tables/alerts', (open) => {
  let db: Database;
  const hand = handClock(at('22:20'));
  beforeEach(async () => {
    hand.set(at('22:20'));
    db = await open({ clock: hand.clock });
  });
  /** Finds alerts as the API does: their revisions first, then the rows by id. */
  const search = async (change: Partial<AlertSearch> = {}) => {
    const page = await db.alerts.searchRevisions({ ...everything, at: hand.clock(), ...change });
    const rows = new Map((await db.alerts.rows(page.rows.map(({ id }) => id))).map((row) => [row.id, row]));
    return { ...page, rows: page.rows.map(({ id }) => rows.get(id)!) };
  };
  const keys = async (change: Partial<AlertSearch> = {}) => (await search(change)).rows.map(({ eventKey }) => eventKey);

  it('keeps one row an event, whose id stays while its version rises', async () => {
    const first = await db.alerts.store([alertEvent()]);
    expect(first).to.deep.include({ new: [1], updated: [], ended: [], present: [1] });
    const update = alertEvent({ sent: at('22:25'), action: 'CON', messageType: 'Update', headline: 'Later' });
    expect(await db.alerts.store([update])).to.deep.include({ new: [], updated: [1], present: [1] });
    const found = await db.alerts.find(1);
    expect(found).to.deep.include({ id: 1, version: 2, headline: 'Later', messageType: 'Update', status: 'active' });
    expect(found!.history).to.deep.equal([
      { version: 1, sent: at('22:18'), action: 'NEW' },
      { version: 2, sent: at('22:25'), action: 'CON' },
    ]);
  });

  it('changes nothing for rows that are stored or older', async () => {
    const newer = alertEvent({ sent: at('22:25'), headline: 'Later' });
    await db.alerts.store([newer]);
    const before = await db.dataSets.all();
    for (const again of [newer, alertEvent({ headline: 'Earlier' })]) {
      expect(await db.alerts.store([again])).to.deep.equal({
        new: [],
        updated: [],
        ended: [],
        present: [1],
        inserted: 0,
        conflicts: [],
      });
    }
    expect(await db.dataSets.all()).to.deep.equal(before);
    expect((await db.alerts.find(1))!.headline).to.equal('Later');
  });

  it('keeps the ratings of a message when a text of the same time comes, and takes later texts', async () => {
    const text = (sent: Date) => alertEvent({ sent, severity: 'Unknown', isText: true, messages: ['OUN TOROUN'] });
    await db.alerts.store([alertEvent()]);
    expect(await db.alerts.store([text(at('22:18'))])).to.deep.include({ updated: [], present: [1] });
    expect((await db.alerts.find(1))!.severity).to.equal('Extreme');
    expect(await db.alerts.store([text(at('22:25'))])).to.deep.include({ updated: [1] });
  });

  it('increments the version of an alert with every visible change, and finds its row by id', async () => {
    const marks = new Set<string>();
    const mark = async (active: boolean) => {
      const { rows } = await db.alerts.searchRevisions({ ...everything, active, at: hand.clock() });
      marks.add(rows[0].revision);
      return marks.size;
    };
    await db.alerts.store([alertEvent()]);
    expect([await mark(true), await mark(false)]).to.deep.equal([1, 1]);
    await db.alerts.store([alertEvent({ sent: at('22:25'), headline: 'Later' })]);
    expect(await mark(true)).to.equal(2);
    hand.set(at('22:45')); // it expires
    expect(await mark(false)).to.equal(3);
    await db.alerts.expire();
    expect(await mark(false)).to.equal(4);
    const [row, ...others] = await db.alerts.rows([1, 2]);
    expect((await search({ active: false })).rows[0]).to.deep.include(row);
    expect(others).to.deep.equal([]);
  });

  it('shows the remaining part of an event whose newer part has ended', async () => {
    const [part, newerPart] = ['urn:a', 'urn:b'];
    await db.alerts.store([alertEvent({ sent: at('22:25'), messages: [part, newerPart] })]);
    expect((await db.alerts.store([alertEvent({ sent: at('22:18'), messages: [part] })])).updated).to.deep.equal([1]);
  });

  it('returns the motion of the strongest active warning near a place that has one', async () => {
    const here = { lat: 35.3, lon: -97.3, radiusM: 230_000 };
    const motion = (fromDeg: number) => ({ fromDeg, speedKt: 35, observedAt: '2026-05-20T22:18:00Z', points: [] });
    const near = squareAt(-97, 35, 0.4);
    const [far, minor, tornado, severe] = ['0001', '0002', '0003', '0004'].map((number) => `OUN.TO.W.${number}.2026`);
    const strongest = async () => (await db.alerts.strongestMotion(here, hand.clock()))?.fromDeg;
    expect(await strongest()).to.equal(undefined);
    await db.alerts.store([
      alertEvent({ eventKey: far, motion: motion(10), polygon: squareAt(-90, 35, 0.4) }),
      alertEvent({ eventKey: minor, event: 'Flood Advisory', severity: 'Minor', motion: motion(20), polygon: near }),
      alertEvent({ eventKey: severe, event: 'Flash Flood Warning', severity: 'Severe', motion: null, polygon: near }),
    ]);
    expect(await strongest()).to.equal(20);
    await db.alerts.store([
      alertEvent({
        eventKey: tornado,
        event: 'Tornado Warning',
        severity: 'Extreme',
        motion: motion(240),
        polygon: near,
      }),
    ]);
    expect(await strongest()).to.equal(240);
    hand.set(at('23:59'));
    expect(await strongest()).to.equal(undefined); // all have expired
  });

  it('ends cancelled alerts, also when the cancellation arrives first', async () => {
    await db.alerts.store([alertEvent()]);
    const cancel = { sent: at('22:30'), status: 'cancelled', action: 'CAN' } as const;
    expect((await db.alerts.store([alertEvent(cancel)])).ended).to.deep.equal([1]);
    expect(await keys()).to.deep.equal([]);
    expect(await keys({ active: false })).to.have.length(1);

    const other = 'TSA.TO.W.0001.2026';
    await db.alerts.store([alertEvent({ ...cancel, eventKey: other })]);
    await db.alerts.store([alertEvent({ eventKey: other })]);
    expect(await keys()).to.deep.equal([]);
    const late = alertEvent({ eventKey: 'TSA.TO.W.0002.2026', expires: at('22:20') });
    expect(await db.alerts.store([late])).to.deep.include({ new: [], inserted: 1 });
  });

  it('keeps the times of the message beside the time at which an alert is over', async () => {
    const times = { expires: at('23:30'), messageExpires: at('22:45'), ends: at('23:30') };
    await db.alerts.store([alertEvent(times)]);
    expect((await search()).rows[0]).to.deep.include(times);
    expect(await db.alerts.find(1)).to.deep.include(times);
    expect((await db.alerts.changes(undefined, 10))[0]).to.deep.include(times);
    hand.set(at('23:29'));
    expect((await db.alerts.expire()).ended).to.deep.equal([]);
    const later = { ...times, sent: at('23:29'), messageExpires: at('23:15'), digest: 'later' };
    await db.alerts.store([alertEvent(later)]);
    expect((await search()).rows[0]).to.deep.include({ messageExpires: at('23:15'), version: 2 });
    hand.set(at('23:30'));
    expect((await db.alerts.expire()).ended).to.deep.equal([1]);
  });

  it('has nulls for the tags that a row lacks, because it is older than they are', async () => {
    const tags = { tornado: 'OBSERVED', pds: false, emergency: false } as AlertTags;
    await db.alerts.store([alertEvent({ tags })]);
    expect((await db.alerts.rows([1]))[0].tags).to.deep.equal({ ...noTags, tornado: 'OBSERVED' });
  });

  it('ends what expires, and what a complete list no longer has', async () => {
    const [gone, stays] = ['OUN.TO.W.0001.2026', 'OUN.TO.W.0002.2026'].map((eventKey) => alertEvent({ eventKey }));
    await db.alerts.store([gone, stays]);
    expect((await db.alerts.expire()).ended).to.deep.equal([]);
    const { present } = await db.alerts.store([stays]);
    expect((await db.alerts.expire(present)).ended).to.deep.equal([1]);
    expect((await db.alerts.find(1))!.status).to.equal('ended');
    hand.set(at('22:45'));
    expect(await keys()).to.deep.equal([]); // before it is swept as well
    expect((await db.alerts.expire()).ended).to.deep.equal([2]);
    expect((await db.alerts.find(2))!.status).to.equal('expired');
    expect(await db.alerts.countActive()).to.equal(0);
  });

  it('recognizes an event that returns to the list', async () => {
    await db.alerts.store([alertEvent()]);
    await db.alerts.expire([]);
    expect((await db.alerts.store([alertEvent()])).updated).to.deep.equal([1]);
    expect(await keys()).to.have.length(1);
  });

  it('follows messages without a number of their own by what they refer to', async () => {
    const message = (identifier: string, time: string, references: string[] = []) =>
      alertEvent({ eventKey: identifier, messages: [identifier], references, sent: at(time) });
    await db.alerts.store([message('urn:1', '22:01')]);
    expect((await db.alerts.store([message('urn:2', '22:02', ['urn:1'])])).updated).to.deep.equal([1]);
    expect((await db.alerts.store([message('urn:3', '22:03', ['urn:1', 'urn:2'])])).updated).to.deep.equal([1]);
    expect((await db.alerts.find(1))!.version).to.equal(3);
    // Where two refer to one, only one of them can be it.
    const both = [message('urn:4', '22:04', ['urn:3']), message('urn:5', '22:04', ['urn:3'])];
    const split = await db.alerts.store(both);
    expect([split.new.length, split.updated]).to.deep.equal([1, [1]]);
    expect(await db.alerts.store(both)).to.deep.include({ new: [], updated: [] });
    // However far apart they stand in the list, and however often it comes.
    const between = Array.from({ length: 120 }, (_, i) => message(`urn:between:${i}`, '22:05'));
    const apart = [message('urn:6', '22:06', ['urn:4']), ...between, message('urn:7', '22:06', ['urn:4'])];
    expect((await db.alerts.store(apart)).inserted).to.equal(121);
    expect(await db.alerts.store(apart)).to.deep.include({ new: [], updated: [], inserted: 0 });
  });

  it('finds by every filter, all of which must hold', async () => {
    await db.alerts.store([
      alertEvent({ eventKey: 'OUN.TO.W.1.2026', sent: at('22:01') }),
      alertEvent({
        eventKey: 'FWD.SV.W.2.2026',
        sent: at('22:02'),
        event: 'Severe Thunderstorm Warning',
        severity: 'Severe',
        urgency: 'Expected',
        states: ['TX', 'OK'],
        wfo: 'FWD',
        polygon: squareAt(-98, 33, 0.5),
      }),
      alertEvent({
        eventKey: 'AJK.X.Y.3.2026',
        sent: at('22:03'),
        severity: 'Unknown',
        urgency: 'Past',
        states: ['AK'],
      }),
    ]);
    const [tornado, storm, odd] = ['OUN.TO.W.1.2026', 'FWD.SV.W.2.2026', 'AJK.X.Y.3.2026'];
    expect(await keys()).to.deep.equal([odd, storm, tornado]);
    expect(await keys({ state: 'OK' })).to.deep.equal([storm, tornado]);
    expect(await keys({ wfo: 'FWD' })).to.deep.equal([storm]);
    expect(await keys({ events: ['tornado warning'], state: 'OK' })).to.deep.equal([tornado]);
    expect(await keys({ events: ['tornado warning', 'severe thunderstorm warning'] })).to.have.length(3);
    expect(await keys({ severity: 'Severe' })).to.deep.equal([storm]);
    expect(await keys({ urgency: 'Immediate' })).to.deep.equal([tornado]);
    expect(await keys({ start: at('22:02'), end: at('22:03') })).to.deep.equal([storm]);
    expect(await keys({ area: { bbox: [-97.3, 35.3, -97.1, 35.6] } })).to.deep.equal([odd, tornado]);
    expect(await keys({ area: { point: { lat: 33.1, lon: -97.9 } } })).to.deep.equal([storm]);
    expect(await keys({ area: { point: { lat: 34, lon: -97.9 } } })).to.deep.equal([]);
    expect(await keys({ area: { point: { lat: 34, lon: -97.9 }, radiusM: 60_000 } })).to.deep.equal([storm]);
    expect(await keys({ area: { point: { lat: 34, lon: -97.9 }, radiusM: 50_000 } })).to.deep.equal([]);
    expect(await search({ limit: 1, offset: 1 })).to.deep.include({ matched: 3 });
    expect(await keys({ limit: 1, offset: 1 })).to.deep.equal([storm]);
    expect(await search({ limit: 10, offset: 50 })).to.deep.equal({ rows: [], matched: 3, through: 3 });
    expect(await keys({ through: 2 })).to.have.length(2); // the third came in later
  });

  it('finds an alert without a polygon through its zones, once their shapes are known', async () => {
    const watch = { polygon: null, zones: ['county/OKC027', 'fire/OKZ029'] };
    await db.alerts.store([alertEvent(watch)]);
    const inCounty = { area: { point: { lat: 35.2, lon: -97.4 } } };
    expect(await keys(inCounty)).to.deep.equal([]);
    expect(await db.alerts.zonesWithoutShape(10)).to.deep.equal(['county/OKC027', 'fire/OKZ029']);
    const shape = JSON.stringify(squareAt(-97.7, 35, 0.6));
    const county = {
      kind: 'county',
      ugc: 'OKC027',
      name: 'Cleveland',
      state: 'OK',
      wfo: 'OUN',
      simplified: true,
    } as const;
    await db.zones.put([{ ...county, shape }]);
    expect(await keys(inCounty)).to.have.length(1);
    expect(await keys({ ...inCounty, active: false })).to.have.length(1);
    expect(await db.alerts.zonesWithoutShape(10)).to.deep.equal(['fire/OKZ029']);
    expect((await search(inCounty)).rows[0].geometry).to.equal(null);
    await db.alerts.expire([]);
    expect(await keys(inCounty)).to.deep.equal([]);
    expect(await keys({ ...inCounty, active: false })).to.have.length(1);
  });

  it('stores valid counter-clockwise shapes, with five decimals', async () => {
    const geometryOf = async (polygon: NonNullable<ReturnType<typeof squareAt>>) => {
      const eventKey = JSON.stringify(polygon);
      await db.alerts.store([alertEvent({ eventKey, polygon })]);
      const { rows } = await search();
      return JSON.parse(rows.find((row) => row.eventKey === eventKey)!.geometry!) as object;
    };
    const clockwise = { type: 'Polygon', coordinates: [[[0, 0], [0, 1], [1.1234567, 1], [0, 0]]] } as const; // prettier-ignore
    expect(await geometryOf(clockwise as never)).to.deep.equal({
      type: 'Polygon',
      coordinates: [[[0, 0], [1.12346, 1], [0, 1], [0, 0]]], // prettier-ignore
    });
    const bowTie = { type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]] } as const; // prettier-ignore
    expect(await geometryOf(bowTie as never)).to.have.property('type', 'MultiPolygon');
  });

  it('lists what changed since a cursor, each alert once', async () => {
    await db.alerts.store([
      alertEvent({ eventKey: 'a' }),
      alertEvent({ eventKey: 'b' }),
      alertEvent({ eventKey: 'c' }),
    ]);
    const told = async (since: Parameters<typeof db.alerts.changes>[0], limit = 100) =>
      (await db.alerts.changes(since, limit)).map(({ change, eventKey }) => `${change} ${eventKey}`);
    expect(await told(undefined)).to.deep.equal(['new a', 'new b', 'new c']);
    const [, second] = await db.alerts.changes(undefined, 2);
    expect(await told(second.cursor)).to.deep.equal(['new c']);
    const [, , { cursor }] = await db.alerts.changes(undefined, 3);
    expect(await told(cursor)).to.deep.equal([]);

    await db.alerts.store([alertEvent({ eventKey: 'b', sent: at('22:19') }), alertEvent({ eventKey: 'd' })]);
    await db.alerts.store([alertEvent({ eventKey: 'a', sent: at('22:19'), status: 'cancelled' })]);
    expect(await told(cursor)).to.have.members(['updated b', 'new d', 'ended a']);
    expect(await told(undefined)).to.have.members(['new b', 'new c', 'new d']);
  });

  it('gives every change its version, and the time of its newest data', async () => {
    await db.alerts.store([alertEvent()]);
    await db.alerts.expire([]);
    expect(await db.dataSets.all()).to.deep.equal([
      { name: 'alerts', version: 2, changedAt: at('22:20'), dataAt: at('22:18'), pastSince: at('22:20') },
    ]);
  });

  it('stores thousands at once, and removes what ended long ago', async function () {
    this.timeout(60_000);
    const many = Array.from({ length: 1000 }, (_, i) => alertEvent({ eventKey: `many.${i}` }));
    expect((await db.alerts.store(many)).new).to.have.length(1000);
    expect(matchedOf(await search())).to.equal(1000);
    await db.alerts.expire([]);
    await db.alerts.store([alertEvent()]);
    expect(await db.alerts.removeOld(at('23:00'))).to.equal(1000);
    expect(matchedOf(await search({ active: false }))).to.equal(1);
  });

  it('separates real from simulated data', async () => {
    await db.alerts.store([alertEvent()]);
    const simulated = await open({ simulated: true, keep: true, clock: hand.clock });
    expect(matchedOf(await simulated.alerts.searchRevisions({ ...everything, at: hand.clock() }))).to.equal(0);
    expect(await simulated.alerts.find(1)).to.equal(undefined);
    expect((await simulated.alerts.store([alertEvent()])).new).to.deep.equal([2]);
    expect((await simulated.alerts.expire([])).ended).to.deep.equal([2]); // an empty list of the other world ends none here
    expect((await db.alerts.find(1))!.status).to.equal('active');
  });
});
