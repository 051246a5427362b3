import type { Database, NewFrame } from '@severe/db';
import { expect } from 'chai';
import { onEachDatabase } from '../support/each-database.ts';
import { at } from '../support/times.ts';

const frame = (change: Partial<NewFrame> = {}): NewFrame => ({
  family: 'radar',
  product: 'vil',
  runAt: null,
  validAt: at('22:18'),
  publishedAt: at('22:19'),
  tilesKey: 'tiles',
  tilesBytes: 3_000_000_000, // more than an integer of 32 bits
  valuesKey: 'values',
  valuesBytes: 5,
  simulated: false,
  ...change,
});
const hrrr = (run: string, valid: string, product = 'cape') =>
  frame({ family: 'hrrr', product, runAt: at(run), validAt: at(valid) });
const times = (frames: { validAt: Date }[]) => frames.map(({ validAt }) => validAt.toISOString().slice(11, 16));

onEachDatabase('tables/frames', (open) => {
  let db: Database;
  beforeEach(async () => {
    db = await open();
  });

  it('gives back what was put in', async () => {
    expect(await db.frames.insert(frame())).to.equal(true);
    expect(await db.frames.all('radar')).to.deep.equal([{ id: 1, ...frame() }]);
    expect(await db.frames.find('radar', 'vil', null, at('22:18'))).to.deep.equal({ id: 1, ...frame() });
  });

  it('keeps the first of two frames of the same name, with and without a run', async () => {
    for (const first of [frame(), hrrr('20:00', '22:00')]) {
      expect(await db.frames.insert(first)).to.equal(true);
      expect(await db.frames.insert({ ...first, tilesKey: 'other' })).to.equal(false);
      const found = await db.frames.find(first.family, first.product, first.runAt, first.validAt);
      expect(found?.tilesKey).to.equal('tiles');
    }
  });

  it('shows the frames of a run together, and says which are new', async () => {
    const run = ['22:05', '22:10', '22:15'].map((valid) => ({ ...hrrr('22:00', valid), valuesKey: `first ${valid}` }));
    expect((await db.frames.insertRun(run)).toSorted()).to.deep.equal(run.map(({ valuesKey }) => valuesKey));
    const again = [...run, hrrr('22:00', '22:20')].map((each) => ({ ...each, valuesKey: 'second', tilesKey: null }));
    expect(await db.frames.insertRun(again)).to.deep.equal(['second']);
    const kept = await db.frames.all('hrrr');
    expect(times(kept)).to.deep.equal(['22:05', '22:10', '22:15', '22:20']);
    expect(kept[0]).to.deep.equal({ id: kept[0].id, ...run[0] });
    expect(kept[3].tilesKey).to.equal(null);
  });

  it('lets one of many at once win', async () => {
    const won = await Promise.all(Array.from({ length: 20 }, () => db.frames.insert(frame())));
    expect(won.filter(Boolean)).to.have.length(1);
  });

  it('distinguishes runs, and frames with and without a run', async () => {
    await db.frames.insert(hrrr('20:00', '22:00'));
    expect(await db.frames.find('hrrr', 'cape', null, at('22:00'))).to.equal(undefined);
    expect(await db.frames.find('hrrr', 'cape', at('21:00'), at('22:00'))).to.equal(undefined);
    expect(await db.frames.insert(hrrr('21:00', '22:00'))).to.equal(true);
  });

  it('lists a family by product, run and time', async () => {
    for (const each of [
      hrrr('21:00', '22:00'),
      hrrr('20:00', '23:00'),
      hrrr('20:00', '21:00'),
      hrrr('20:00', '21:00', 'bulk'),
    ]) {
      await db.frames.insert(each);
    }
    await db.frames.insert(frame());
    const listed = await db.frames.all('hrrr');
    expect(
      listed.map(({ product, runAt, validAt }) => [product, ...times([{ validAt: runAt! }, { validAt }])]),
    ).to.deep.equal([
      ['bulk', '20:00', '21:00'],
      ['cape', '20:00', '21:00'],
      ['cape', '20:00', '23:00'],
      ['cape', '21:00', '22:00'],
    ]);
  });

  it('separates real from simulated data', async () => {
    const simulated = await open({ simulated: true, keep: true });
    expect(await simulated.frames.insert(frame({ simulated: true }))).to.equal(true);
    expect(await db.frames.all('radar')).to.deep.equal([]);
    expect(await db.frames.find('radar', 'vil', null, at('22:18'))).to.equal(undefined);
    expect(await db.frames.removeOld('radar', 'vil', -1)).to.deep.equal([]);
    expect(await db.frames.insert(frame())).to.equal(true);
    expect(await simulated.frames.all('radar')).to.have.length(1);
  });

  it('lists the frames of a product that came after one of them, also those of earlier times', async () => {
    for (const time of ['22:00', '22:04', '22:02']) await db.frames.insert(frame({ validAt: at(time) }));
    await db.frames.insert(frame({ product: 'other' }));
    const { id } = (await db.frames.find('radar', 'vil', null, at('22:00')))!;
    expect(times(await db.frames.after('radar', 'vil', id))).to.deep.equal(['22:02', '22:04']);
    expect(times(await db.frames.after('radar', 'vil', id + 2))).to.deep.equal([]);
  });

  it('removes what is older than the newest of its product by more than is kept', async () => {
    for (const time of ['19:00', '20:59', '21:00', '22:00']) await db.frames.insert(frame({ validAt: at(time) }));
    await db.frames.insert(frame({ product: 'other', validAt: at('10:00') }));
    expect(times(await db.frames.removeOld('radar', 'vil', 3_600_000)).sort()).to.deep.equal(['19:00', '20:59']);
    expect(times(await db.frames.all('radar'))).to.deep.equal(['10:00', '21:00', '22:00']);
  });

  it('removes the runs that are not among the newest', async () => {
    for (const run of ['18:00', '19:00', '20:00']) {
      await db.frames.insert(hrrr(run, '21:00'));
      await db.frames.insert(hrrr(run, '22:00'));
    }
    const removed = await db.frames.removeOldRuns('hrrr', 2);
    expect(removed.map(({ runAt }) => runAt)).to.deep.equal([at('18:00'), at('18:00')]);
    expect(await db.frames.all('hrrr')).to.have.length(4);
    expect(await db.frames.removeOldRuns('hrrr', 2)).to.deep.equal([]);
  });

  it('keeps the newest long runs beside the newest of all', async () => {
    for (const run of ['00:00', '06:00', '12:00', '17:00', '18:00', '19:00', '20:00']) {
      await db.frames.insert(hrrr(run, '21:00'));
    }
    await db.frames.removeOldRuns('hrrr', 2, { everyHours: 6, keep: 2 });
    const kept = (await db.frames.all('hrrr')).map(({ runAt }) => runAt);
    expect(kept).to.deep.equal([at('12:00'), at('18:00'), at('19:00'), at('20:00')]);
  });

  it('lists the objects of real and simulated frames', async () => {
    await db.frames.insert(frame({ simulated: true, tilesKey: null }));
    expect(await db.frames.namesObject('values')).to.equal(true);
    expect(await db.frames.namesObject('tiles')).to.equal(false);
    await db.frames.insert(frame());
    expect(await db.frames.namesObject('tiles')).to.equal(true);
  });

  it('reads text unchanged', async () => {
    const product = `v'; drop table frames; -- ? :simulated $1`;
    await db.frames.insert(frame({ product }));
    expect((await db.frames.all('radar'))[0].product).to.equal(product);
  });
});
