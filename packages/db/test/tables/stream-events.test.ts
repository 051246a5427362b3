import type { Database } from '@severe/db';
import { expect } from 'chai';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { onEachDatabase } from '../support/each-database.ts';
import { at } from '../support/times.ts';

const frame = (minute: number, simulated = false) => ({
  family: 'radar',
  product: 'vil',
  runAt: null,
  validAt: at(`22:${String(minute).padStart(2, '0')}`),
  publishedAt: at('22:59'),
  tilesKey: 'tiles',
  tilesBytes: 1,
  valuesKey: 'values',
  valuesBytes: 1,
  simulated,
});

onEachDatabase('tables/stream-events', (open) => {
  let now = at('22:59');
  let db: Database;
  beforeEach(async () => {
    now = at('22:59');
    db = await open({ clock: () => now });
  });
  const dataOf = async () => (await db.streamEvents.newest(1000)).map(({ data }) => JSON.parse(data));

  it('starts at number 0 and the time of the first look', async () => {
    expect(await db.streamEvents.position()).to.deep.equal({ number: 0, seconds: at('22:59').getTime() / 1000 });
    expect(await db.streamEvents.newest(10)).to.deep.equal([]);
  });

  it('reports a new frame once', async () => {
    await db.frames.insert(frame(18));
    await db.frames.insert(frame(18));
    expect(await dataOf()).to.deep.equal([
      {
        source: 'radar',
        product: 'vil',
        ts: '202605202218',
        time: '2026-05-20T22:18:00Z',
        published_at: '2026-05-20T22:59:00Z',
      },
    ]);
  });

  it('names the run and the valid time of a model frame, and the site of a radar volume', async () => {
    await db.frames.insert({ ...frame(18), family: 'hrrr', product: 'cape', runAt: at('20:00') });
    await db.frames.insert({ ...frame(18), family: 'nexrad', product: 'KTLX' });
    const [model, volume] = await dataOf();
    expect(model).to.include({
      product: 'cape',
      ts: '202605202000',
      run: '2026-05-20T20:00:00Z',
      valid: '202605202218',
    });
    expect(volume).to.include({ source: 'nexrad', site: 'KTLX', ts: '202605202218' });
  });

  it('numbers events that are written at once without gaps, in the order in which they become visible', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, minute) => db.frames.insert(frame(minute))));
    const numbers = (await db.streamEvents.after(0, 100)).map(({ number }) => number);
    expect(numbers).to.deep.equal(Array.from({ length: 30 }, (_, i) => i + 1));
    expect((await db.streamEvents.after(28, 100)).map(({ number }) => number)).to.deep.equal([29, 30]);
  });

  it('never lets the seconds of an id fall, even when the clock is set back', async () => {
    await db.frames.insert(frame(1));
    await db.frames.insert({ ...frame(2), publishedAt: at('20:00') });
    const [first, second] = await db.streamEvents.newest(2);
    expect([second.number, second.seconds]).to.deep.equal([first.number + 1, first.seconds]);
  });

  it('tells of nothing later than the time of the server, whatever the clock of the process', async () => {
    const ahead = new Date(Date.now() + 600_000);
    const early = await open({ clock: () => ahead, leaseClock: undefined, keep: true });
    const begunAt = Date.now();
    await early.frames.insert({ ...frame(1), publishedAt: ahead });
    await early.frames.insertRun([frame(2), frame(3)].map((each) => ({ ...each, publishedAt: ahead })));
    await early.alerts.store([alertEvent({ sent: new Date(begunAt), expires: new Date(begunAt + 3_600_000) })]);
    const told = [
      ...(await early.streamEvents.newest(10)).map(({ publishedAt }) => publishedAt),
      ...(await early.frames.all('radar')).map(({ publishedAt }) => publishedAt),
    ];
    expect(told).to.have.length(5);
    for (const each of told) expect(each.getTime()).to.be.within(begunAt - 1000, begunAt + 60_000);
  });

  it('lists the ids of alerts that are new, changed and ended', async () => {
    const event = alertEvent({ expires: at('23:30') });
    const { new: ids } = await db.alerts.store([event]);
    now = at('23:31');
    await db.alerts.expire();
    expect(await dataOf()).to.deep.equal([
      { source: 'alerts', new: ids, updated: [], ended: [], published_at: '2026-05-20T22:59:00Z' },
      { source: 'alerts', new: [], updated: [], ended: ids, published_at: '2026-05-20T23:31:00Z' },
    ]);
  });

  it('keeps an event within 4 KiB and says when ids are missing', async () => {
    const events = Array.from({ length: 300 }, (_, i) =>
      alertEvent({ eventKey: `OUN.TO.W.${i}.2026`, expires: at('23:30') }),
    );
    await db.alerts.store(events);
    now = at('23:31');
    await db.alerts.expire(); // one transaction ends all of them
    const last = (await db.streamEvents.newest(1))[0].data;
    expect(last.length).to.be.at.most(4096);
    expect(JSON.parse(last)).to.include({ more: true });
    expect(JSON.parse(last).ended).to.have.length(200);
  });

  it('separates real from simulated data', async () => {
    await db.frames.insert(frame(1));
    const simulated = await open({ simulated: true, clock: () => now, keep: true });
    expect(await simulated.streamEvents.newest(10)).to.deep.equal([]);
    await simulated.frames.insert(frame(1, true));
    expect((await simulated.streamEvents.newest(10)).map(({ number }) => number)).to.deep.equal([1]);
  });

  it('removes old events and keeps counting', async () => {
    await db.frames.insert(frame(1));
    expect(await db.streamEvents.removeOld(at('23:00'))).to.equal(1);
    await db.frames.insert(frame(2));
    expect((await db.streamEvents.newest(10)).map(({ number }) => number)).to.deep.equal([2]);
  });
});
