import { expect } from 'chai';
import { alertEvent, squareAt } from '../support/rows/alert-event.ts';
import { listedWatch } from '../support/rows/listed-watch.ts';
import type { Database } from '../../src/index.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at } from '../support/times.ts';

onEachDatabase('db/watches', (open) => {
  let db: Database;
  let now: Date;
  beforeEach(async function () {
    this.timeout(60_000);
    now = at('22:18');
    db = await open({ clock: () => now });
  });
  afterEach(() => db?.close());

  const found = async (active = true) => {
    const { rows } = await db.watches.search({ active, at: now, limit: 100, offset: 0 });
    return rows.map(({ number, status, states, counties }) => ({ number, status, states, counties }));
  };
  const other = listedWatch({ number: 213, type: 'SVR' });

  it('keeps one row per number and year, and ignores repetitions', async () => {
    expect(await db.watches.store([listedWatch(), other], true)).to.deep.equal({ new: [1, 2], updated: [], ended: [] });
    expect(await db.watches.store([other, listedWatch()], true)).to.deep.equal({ new: [], updated: [], ended: [] });
    const longer = listedWatch({ expiresAt: new Date('2026-05-21T05:00:00Z') });
    expect(await db.watches.store([longer, other], true)).to.deep.equal({ new: [], updated: [1], ended: [] });
    const lastYear = listedWatch({ year: 2025 });
    expect((await db.watches.store([longer, other, lastYear], true)).new).to.deep.equal([3]);
  });

  it('takes ids for new watches only, whatever bulletins repeat', async () => {
    const ofBulletin = {
      validFrom: null,
      endedAt: null,
      states: [],
      counties: [],
      probabilities: null,
      isCorrection: false,
    };
    const facts = [listedWatch(), other].map((watch) => ({ ...watch, ...ofBulletin }));
    expect((await db.watches.merge(facts)).new).to.deep.equal([1, 2]);
    expect(await db.watches.merge(facts)).to.deep.equal({ new: [], updated: [], ended: [], unknown: 0 });
    const next = { ...listedWatch({ number: 214 }), ...ofBulletin };
    expect((await db.watches.merge([...facts, next])).new).to.deep.equal([3]);
  });

  it('ends what expires, and what a complete list no longer has', async () => {
    await db.watches.store([listedWatch(), other], true);
    expect(await db.watches.store([other], false)).to.deep.equal({ new: [], updated: [], ended: [] });
    expect(await db.watches.store([other], true)).to.deep.equal({ new: [], updated: [], ended: [1] });
    now = new Date('2026-05-21T03:00:00Z');
    expect(await db.watches.countActive(now)).to.equal(0);
    expect(await db.watches.store([], false)).to.deep.equal({ new: [], updated: [], ended: [2] });
    expect(await db.watches.store([other], true)).to.deep.equal({ new: [], updated: [], ended: [] });
    expect((await found(false)).map(({ status }) => status)).to.deep.equal(['expired', 'ended']);
    await db.watches.removeOld(new Date('2026-05-22T00:00:00Z'));
    expect(await found(false)).to.deep.equal([]);
  });

  it('finds the states of a watch by its outline, also for a watch that is stored after its end', async () => {
    const shape = JSON.stringify(squareAt(-97.7, 35, 0.6));
    const county = { kind: 'county', wfo: null, simplified: true } as const;
    await db.zones.put([{ ...county, ugc: 'OKC027', name: 'Cleveland', state: 'OK', shape }]);
    await db.watches.store([listedWatch({ expiresAt: new Date('2026-05-20T21:00:00Z') })], true);
    expect(await found(false)).to.deep.equal([{ number: 212, status: 'expired', states: ['OK'], counties: [] }]);
  });

  it('finds states by the outline, and counties and states by the alerts of the watch', async () => {
    const county = { kind: 'county', wfo: null, simplified: true } as const;
    await db.zones.put([
      { ...county, ugc: 'OKC027', name: 'Cleveland', state: 'OK', shape: JSON.stringify(squareAt(-97.7, 35, 0.6)) },
      { ...county, ugc: 'TXC097', name: 'Cooke', state: 'TX', shape: JSON.stringify(squareAt(-97.5, 33.4, 0.7)) },
    ]);
    await db.watches.store([listedWatch()], true);
    expect((await found())[0]).to.deep.include({ states: ['OK', 'TX'], counties: [] });
    await db.alerts.store([
      alertEvent({ eventKey: 'OUN.TO.A.0212.2026', fips: ['40027', '40087'] }),
      alertEvent({ eventKey: 'FWD.SV.A.0212.2026', fips: ['48097'], states: ['TX'] }),
      alertEvent({ eventKey: 'OUN.TO.W.0212.2026', fips: ['40001'] }),
    ]);
    expect(await db.watches.store([], false)).to.deep.equal({ new: [], updated: [1], ended: [] });
    expect((await found())[0]).to.deep.include({ states: ['OK'], counties: ['40027', '40087'] });
  });

  it('finds the alert of a watch that an office issues in the new year', async () => {
    now = new Date('2026-12-31T23:58Z');
    const times = { issuedAt: new Date('2026-12-31T23:55Z'), expiresAt: new Date('2027-01-01T06:00Z') };
    await db.watches.store([listedWatch({ number: 620, year: 2026, ...times })], true);
    now = new Date('2027-01-01T00:05Z');
    const sent = new Date('2027-01-01T00:02Z');
    await db.alerts.store([alertEvent({ eventKey: 'OUN.TO.A.0620.2027', sent, expires: times.expiresAt })]);
    await db.watches.store([], false);
    expect((await found())[0]).to.deep.include({ number: 620, counties: ['40027'] });
  });

  it('lays the chances of a bulletin beside the watch, once, and keeps them when it is listed again', async () => {
    const probabilities = {
      tornado2OrMore: 60,
      tornadoStrong1OrMore: 50,
      wind10OrMore: 50,
      wind65kt1OrMore: 30,
      hail10OrMore: 60,
      hail2in1OrMore: null,
      hailWind6OrMore: 90,
    };
    const foreseen = { year: 2026, number: 212, probabilities };
    expect(await db.watches.addProbabilities([foreseen])).to.deep.equal([]); // not here yet
    await db.watches.store([listedWatch(), other], true);
    expect(await db.watches.countWithoutProbabilities(now)).to.equal(2);
    expect(await db.watches.addProbabilities([foreseen])).to.deep.equal([1]);
    expect(await db.watches.addProbabilities([foreseen])).to.deep.equal([]);
    expect(await db.watches.countWithoutProbabilities(now)).to.equal(1);
    await db.watches.store([listedWatch({ maxHailIn: 4 }), other], true);
    const { rows } = await db.watches.search({ active: true, at: now, limit: 100, offset: 0 });
    const told = Object.fromEntries(rows.map((row) => [row.number, row.probabilities]));
    expect(told).to.deep.equal({ 212: probabilities, 213: null });
  });
});
