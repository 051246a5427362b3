import type { Database, FrameJob } from '@severe/db';
import { expect } from 'chai';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

const job = (change: Partial<FrameJob> = {}) => ({
  family: 'radar',
  product: 'vil',
  runAt: null,
  validAt: at('22:18'),
  rawKey: 'raw/a',
  ...change,
});
const minuteMs = 60_000;

onEachDatabase('tables/frame-jobs', (open) => {
  let db: Database;
  let time: ReturnType<typeof handClock>;
  beforeEach(async () => {
    time = handClock(at('22:20'));
    db = await open({ clock: time.clock });
  });

  /** Puts a job in, and gives its id. */
  const put = async (change: Partial<FrameJob> = {}) => (await db.frameJobs.insert(job(change))) as number;

  it('has one job per frame, whatever its state', async () => {
    const id = await put();
    expect(id).to.be.a('number');
    expect(await db.frameJobs.insert(job({ rawKey: 'raw/b' }))).to.equal(undefined);
    await db.frameJobs.giveUp({ id, attempts: 0 }, 'dead', 'three times');
    expect(await db.frameJobs.insert(job())).to.equal(undefined);
    expect(await db.frameJobs.insert(job({ runAt: at('20:00') }))).to.be.a('number');
  });

  it('has jobs of one file for several products, which need it until the last of them has ended', async () => {
    const { product: _, ...shared } = job({ family: 'satellite', rawKey: 'raw/shared' });
    const ids = await db.frameJobs.insertForEach(['ir', 'dust'], shared);
    expect(ids).to.have.length(2);
    const more = await db.frameJobs.insertForEach(['ir', 'dust', 'visible'], shared);
    expect(more).to.have.length(1);
    expect((await db.frameJobs.due(9)).map(({ product }) => product)).to.have.members(['ir', 'dust', 'visible']);

    expect(await db.frameJobs.needsRaw('raw/other')).to.equal(false);
    for (const id of [...ids, ...more]) {
      expect(await db.frameJobs.needsRaw('raw/shared')).to.equal(true);
      await db.frameJobs.claim(id, minuteMs);
      await db.frameJobs.finish(id, 'done');
    }
    expect(await db.frameJobs.needsRaw('raw/shared')).to.equal(false);
  });

  it('tells whether an observed frame is not made yet: not one of a model, and not one that has failed', async () => {
    const isPending = () => db.frameJobs.isPending('observed');
    expect(await db.frameJobs.isPending('all')).to.equal(false);
    await put({ family: 'hrrr', product: 't2m', runAt: at('20:00') });
    expect(await isPending()).to.equal(false);
    expect(await db.frameJobs.isPending('all')).to.equal(true);
    const id = await put();
    expect(await isPending()).to.equal(true);
    await db.frameJobs.claim(id, minuteMs);
    expect(await isPending(), 'while it is made').to.equal(true);
    await db.frameJobs.postpone({ id, attempts: 1 }, minuteMs, 'killed', true);
    expect(await isPending(), 'after a failure').to.equal(false);
    await db.frameJobs.finish(id, 'done');
    await put({ family: 'nexrad', product: 'KTLX' });
    expect(await isPending()).to.equal(true);
  });

  it('lists the available times', async () => {
    await put();
    await db.frameJobs.finish(await put({ validAt: at('22:20') }), 'skipped');
    await put({ validAt: at('22:22'), runAt: at('20:00') });
    const asked = ['22:16', '22:18', '22:20', '22:22'].map(at);
    expect(await db.frameJobs.existing('radar', 'vil', null, asked)).to.deep.equal([at('22:18'), at('22:20')]);
    expect(await db.frameJobs.existing('radar', 'vil', at('20:00'), asked)).to.deep.equal([at('22:22')]);
    expect(await db.frameJobs.existing('radar', 'vil', null, [])).to.deep.equal([]);
  });

  it('gives a job to one taker, until the lease has ended', async () => {
    const id = await put();
    const takers = await Promise.all(Array.from({ length: 10 }, () => db.frameJobs.claim(id, 5 * minuteMs)));
    const untraced = { traceparent: null };
    expect(takers.filter((taken) => taken !== undefined)).to.deep.equal([
      { id, ...job(), ...untraced, attempts: 1, failures: 0 },
    ]);

    time.set(at('22:24:59'));
    expect(await db.frameJobs.claim(id, minuteMs)).to.equal(undefined);
    expect(await db.frameJobs.due(10)).to.deep.equal([]);
    time.set(at('22:25'));
    expect(await db.frameJobs.due(10)).to.have.length(1);
    expect((await db.frameJobs.claim(id, minuteMs))?.attempts).to.equal(2);
  });

  it('is not held by a lease or a wait from before the clock was set back', async () => {
    const [leased, waiting] = [await put(), await put({ product: 'mesh' })];
    await db.frameJobs.claim(leased, minuteMs);
    await db.frameJobs.postpone({ id: waiting, attempts: 0 }, 5 * minuteMs, 'the store is away', false);
    expect(await db.frameJobs.due(10)).to.deep.equal([]);
    time.set(at('20:20'));
    expect(await db.frameJobs.due(10)).to.have.length(2);
    expect((await db.frameJobs.claim(leased, minuteMs))?.attempts).to.equal(2);
    expect(await db.frameJobs.claim(leased, minuteMs)).to.equal(undefined);
  });

  it('does not hear a worker whose lease has ended, but takes a frame that it has published', async () => {
    const id = await put();
    const late = (await db.frameJobs.claim(id, minuteMs))!;
    time.pass(minuteMs);
    const claim = (await db.frameJobs.claim(id, minuteMs))!;
    await db.frameJobs.postpone(late, 0, 'its store was away', true);
    await db.frameJobs.giveUp(late, 'dead', 'its third failure');
    expect(await db.frameJobs.due(10), 'it is leased to the other one').to.deep.equal([]);
    await db.frameJobs.renew(late, 10 * minuteMs);
    time.pass(minuteMs);
    expect(await db.frameJobs.due(10), 'the lease was not renewed').to.have.length(1);
    await db.frameJobs.renew(claim, minuteMs);
    expect(await db.frameJobs.due(10)).to.deep.equal([]);
    await db.frameJobs.finish(late.id, 'done');
    time.pass(minuteMs);
    expect(await db.frameJobs.due(10)).to.deep.equal([]);
  });

  it('is leased by the clock of the server, whatever the clocks of the processes', async () => {
    const early = await open({ clock: () => at('20:20'), leaseClock: undefined, keep: true });
    const late = await open({ clock: () => at('23:59'), leaseClock: undefined, keep: true });
    const id = await put();
    expect(await early.frameJobs.claim(id, minuteMs)).to.not.equal(undefined);
    expect(await late.frameJobs.claim(id, 0)).to.equal(undefined);
    expect(await late.frameJobs.due(10)).to.deep.equal([]);
    await late.frameJobs.postpone({ id, attempts: 1 }, 0, 'again', false);
    expect(await late.frameJobs.claim(id, 0)).to.not.equal(undefined);
    expect((await early.frameJobs.claim(id, minuteMs))?.attempts, 'the lease has ended').to.equal(3);
  });

  it('has no lease that would count as ended', async () => {
    const id = await put();
    const refused = await db.frameJobs.claim(id, 16 * minuteMs).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(RangeError);
  });

  it('gives each job once to takers that work through the list together', async () => {
    for (let minute = 10; minute < 40; minute++) await put({ validAt: at(`21:${minute}`) });
    const takeAll = async () => {
      const taken = [];
      for (const { id } of await db.frameJobs.due(100)) {
        if (await db.frameJobs.claim(id, minuteMs)) taken.push(id);
      }
      return taken;
    };
    const taken = (await Promise.all([takeAll(), takeAll(), takeAll()])).flat();
    expect(taken).to.have.length(30);
    expect(new Set(taken).size).to.equal(30);
  });

  it('does not give a job that has ended', async () => {
    const id = await put();
    await db.frameJobs.finish(id, 'done');
    expect(await db.frameJobs.claim(id, minuteMs)).to.equal(undefined);
    expect(await db.frameJobs.due(10)).to.deep.equal([]);
  });

  it('brings a postponed job back at its time', async () => {
    const id = await put();
    await db.frameJobs.claim(id, minuteMs);
    await db.frameJobs.postpone({ id, attempts: 1 }, 10 * minuteMs, 'the store is away', false);
    expect(await db.frameJobs.due(10)).to.deep.equal([]);
    expect(await db.frameJobs.claim(id, minuteMs)).to.equal(undefined);
    time.set(at('22:30'));
    expect((await db.frameJobs.claim(id, minuteMs))?.attempts).to.equal(2);
  });

  it('lists radar before models, the newest radar and the newest run first', async () => {
    const made = await put({ family: 'hrrr', product: 'cape', runAt: at('22:00'), validAt: at('23:30') });
    await db.frameJobs.finish(made, 'done');
    const order = [
      { validAt: at('22:18') },
      { validAt: at('22:16') },
      { family: 'hrrr', product: 'cape', runAt: at('22:00'), validAt: at('22:00') },
      { family: 'hrrr', product: 'cape', runAt: at('22:00'), validAt: at('23:00') },
      { family: 'hrrr', product: 'cape', runAt: at('21:00'), validAt: at('23:30') },
    ];
    for (const index of [3, 1, 4, 0, 2]) await put(order[index]);
    const due = await db.frameJobs.due(10);
    expect(due.map(({ runAt, validAt }) => [runAt, validAt])).to.deep.equal(
      order.map((o) => [o.runAt ?? null, o.validAt]),
    );
    expect(await db.frameJobs.due(2)).to.deep.equal(due.slice(0, 2));
  });

  it('lists the newest frame of every observed product before older ones of any, also if it is made already', async () => {
    const made = await put({ validAt: at('22:18') });
    await put({ validAt: at('22:16') });
    await put({ product: 'echo-tops', validAt: at('22:12') });
    await put({ family: 'nexrad', product: 'KTLX', validAt: at('22:11') });
    await put({ family: 'nexrad', product: 'KTLX', validAt: at('22:17') });
    await db.frameJobs.finish(made, 'done');
    const due = await db.frameJobs.due(10);
    expect(due.map(({ product, validAt }) => `${product} ${validAt.toISOString().slice(11, 16)}`)).to.deep.equal([
      'echo-tops 22:12',
      'KTLX 22:17',
      'vil 22:16',
      'KTLX 22:11',
    ]);
  });

  it('lists one hour of each field of a new run before older observed frames', async () => {
    const model = (product: string, run: string, valid: string) =>
      put({ family: 'hrrr', product, runAt: at(run), validAt: at(valid) });
    await db.frameJobs.finish(await model('cape', '21:00', '21:30'), 'done');
    for (const valid of ['22:00', '23:00']) await model('cape', '21:00', valid);
    const unreadable = await model('gust', '22:00', '22:30');
    for (const valid of ['23:00', '22:00'])
      for (const product of ['cape', 'gust']) await model(product, '22:00', valid);
    for (const valid of ['22:16', '22:18']) await put({ validAt: at(valid) });
    await db.frameJobs.giveUp({ id: unreadable, attempts: 0 }, 'refused', 'it ends early');
    const due = await db.frameJobs.due(20);
    const listed = due.map(({ product, runAt, validAt }) =>
      [product, ...[runAt, validAt].flatMap((time) => time?.toISOString().slice(11, 16) ?? [])].join(' '),
    );
    expect(listed).to.deep.equal([
      'vil 22:18',
      'cape 22:00 23:00',
      'gust 22:00 23:00',
      'vil 22:16',
      'cape 22:00 22:00',
      'gust 22:00 22:00',
      'cape 21:00 22:00',
      'cape 21:00 23:00',
    ]);
  });

  it('counts what waits by product, with those whose lease has ended', async () => {
    await put({ validAt: at('22:14') });
    await put({ validAt: at('22:16') });
    const taken = await put({ validAt: at('22:18') });
    await put({ product: 'mesh' });
    await db.frameJobs.claim(taken, minuteMs);
    expect([...(await db.frameJobs.waiting('radar'))]).to.deep.equal([
      ['mesh', 1],
      ['vil', 2],
    ]);
    time.set(at('22:22'));
    expect((await db.frameJobs.waiting('radar')).get('vil')).to.equal(3);
    expect([...(await db.frameJobs.waiting('hrrr'))]).to.deep.equal([]);
  });

  it('does not change an end time that is stored', async () => {
    const id = await put();
    await db.frameJobs.finish(id, 'done');
    await db.frameJobs.giveUp({ id, attempts: 0 }, 'dead', 'a worker that came late');
    await db.frameJobs.postpone({ id, attempts: 0 }, 0, 'and another', true);
    expect(await db.frameJobs.troubles('radar', at('00:00'))).to.include({ dead: 0, lastReason: null });
    expect(await db.frameJobs.due(10)).to.deep.equal([]);
  });

  it('lists failures since a time, unreadable files before skipped ones', async () => {
    const end = async (validAt: Date, state: 'refused' | 'dead' | 'skipped', reason: string, when: Date) => {
      time.set(when);
      const id = await put({ validAt });
      await (state === 'skipped'
        ? db.frameJobs.finish(id, state, reason)
        : db.frameJobs.giveUp({ id, attempts: 0 }, state, reason));
    };
    await end(at('20:00'), 'refused', 'long ago', at('20:00'));
    await end(at('22:00'), 'dead', 'third try', at('22:00'));
    await end(at('22:02'), 'refused', 'truncated', at('22:02'));
    await end(at('22:04'), 'skipped', 'newer ones wait', at('22:04'));
    const troubles = await db.frameJobs.troubles('radar', at('21:00'));
    expect(troubles).to.deep.equal({ refused: 1, dead: 1, skipped: 1, lastReason: 'truncated' });
    const none = await db.frameJobs.troubles('hrrr', at('21:00'));
    expect(none).to.deep.equal({ refused: 0, dead: 0, skipped: 0, lastReason: null });
  });

  it('forgets ended jobs, and gives the files that no other job needs', async () => {
    time.set(at('20:00'));
    await db.frameJobs.finish(await put({ validAt: at('20:00'), rawKey: 'raw/old' }), 'done');
    await db.frameJobs.finish(await put({ validAt: at('20:02'), rawKey: 'raw/twice' }), 'done');
    await db.frameJobs.finish(await put({ validAt: at('20:04'), rawKey: 'raw/twice' }), 'skipped');
    await db.frameJobs.finish(await put({ validAt: at('20:06'), rawKey: 'raw/shared' }), 'done');
    await put({ validAt: at('20:08'), rawKey: 'raw/shared' });
    time.set(at('22:00'));
    await db.frameJobs.finish(await put({ validAt: at('22:00'), rawKey: 'raw/new' }), 'done');

    expect(await db.frameJobs.removeEnded(at('21:00'))).to.deep.equal(['raw/old', 'raw/twice']);
    expect(await db.frameJobs.removeEnded(at('21:00'))).to.deep.equal([]);
    const times = ['20:00', '20:02', '20:04', '20:06', '20:08', '22:00'].map(at);
    expect(await db.frameJobs.existing('radar', 'vil', null, times)).to.deep.equal([at('20:08'), at('22:00')]);
  });

  it('separates real from simulated data', async () => {
    const id = await put();
    const simulated = await open({ simulated: true, clock: time.clock, keep: true });
    expect(await simulated.frameJobs.due(10)).to.deep.equal([]);
    expect(await simulated.frameJobs.claim(id, minuteMs)).to.equal(undefined);
    expect(await simulated.frameJobs.insert(job())).to.be.a('number');
    await simulated.frameJobs.giveUp({ id, attempts: 0 }, 'dead', 'of the other world');
    expect(await db.frameJobs.due(10)).to.have.length(1);
  });
});
