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

  describe('cover', () => {
    // Two counties beside each other, the sea to the east, and a watch whose outline reaches into all three.
    const place = {
      listed: { lat: 35.3, lon: -97.4 },
      unlisted: { lat: 35.3, lon: -96.8 },
      sea: { lat: 35.3, lon: -96.2 },
    };
    const shape = (west: number) => JSON.stringify(squareAt(west, 35, 0.6));
    const area = squareAt(-97.5, 34.9, 1.6);
    const numbersIn = async (search: object) => {
      const { rows } = await db.watches.search({ active: true, at: now, limit: 9, offset: 0, ...search });
      return rows.map(({ number }) => number);
    };
    const at = async (point: { lat: number; lon: number }) => {
      const around = await db.surroundings.of(point, now);
      const listed = await numbersIn({ area: { point } });
      expect(around.watches.map(({ number }) => number)).to.deep.equal(listed);
      return listed.length > 0;
    };
    const coveredOf = async () => ({
      listed: await at(place.listed),
      unlisted: await at(place.unlisted),
      sea: await at(place.sea),
    });

    beforeEach(async () => {
      const common = { kind: 'county', wfo: null, state: 'OK', simplified: false } as const;
      await db.zones.put([
        { ...common, ugc: 'OKC027', name: 'listed', shape: shape(-97.7) },
        { ...common, ugc: 'OKC125', name: 'unlisted', shape: shape(-97.1) },
      ]);
      await db.watches.store([listedWatch({ area })], true);
    });

    it('everything inside the outline while no county is listed', async () => {
      expect(await coveredOf()).to.deep.equal({ listed: true, unlisted: true, sea: true });
    });

    it('the outline, and the listed counties as a whole', async () => {
      await db.alerts.store([alertEvent({ eventKey: 'OUN.TO.A.0212.2026', fips: ['40027'] })]);
      await db.watches.store([listedWatch({ area })], true);
      expect(await coveredOf()).to.deep.equal({ listed: true, unlisted: true, sea: true });
      expect(await at({ lat: 35.3, lon: -95.5 }), 'outside both').to.equal(false);
      expect(await at({ lat: 35.3, lon: -97.65 }), 'outside the outline').to.equal(true);
      const boxOf = (west: number) => numbersIn({ area: { bbox: [west, 35.2, west + 0.1, 35.3] } });
      expect(await boxOf(-97.4)).to.deep.equal([212]);
      expect(await boxOf(-96.8)).to.deep.equal([212]);
      expect(await boxOf(-95)).to.deep.equal([]);
      const of = async (ugc: string, fips: string) =>
        (await db.surroundings.ofCounty({ ugc, fips: [fips] }, now)).watches;
      expect(await of('OKC027', '40027')).to.have.length(1);
      expect(await of('OKC125', '40125'), 'the outline touches it').to.have.length(1);
      expect(await of('OKC999', '40999'), 'not on the map').to.deep.equal([]);
    });

    it('a warning in a listed county, and not one beside the counties and the outline', async () => {
      await db.alerts.store([alertEvent({ eventKey: 'OUN.TO.A.0212.2026', fips: ['40027'] })]);
      await db.watches.store([listedWatch({ area })], true);
      const watchOf = async (eventKey: string, west: number) => {
        const stored = await db.alerts.store([alertEvent({ eventKey, polygon: squareAt(west, 35.2, 0.1) })]);
        return (await db.surroundings.ofAlert(stored.new[0], now)).watch?.number;
      };
      expect(await watchOf('inside', -97.4)).to.equal(212);
      expect(await watchOf('beside', -95)).to.equal(undefined);
    });
  });
});
