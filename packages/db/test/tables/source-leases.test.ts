import type { Database } from '@severe/db';
import { expect } from 'chai';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

const secondMs = 1000;
const leaseMs = 15 * secondMs;

onEachDatabase('tables/source-leases', (open) => {
  let db: Database;
  let time: ReturnType<typeof handClock>;
  beforeEach(async () => {
    time = handClock(at('22:20'));
    db = await open({ clock: time.clock, leaseClock: time.clock });
  });

  const run = (owner: string, feed = 'nws-alerts', source = 'alerts') => ({ owner, feed, source, leaseMs });
  const take = (owner: string, feed?: string, source?: string) => db.sourceLeases.take(run(owner, feed, source));
  const end = (owner: string, waitMs = 30 * secondMs, feed?: string, source?: string) =>
    db.sourceLeases.end(run(owner, feed, source), waitMs);
  const taken = { isTaken: true };

  it('is of one process, as long as that renews it, in a run and between runs', async () => {
    expect(await take('one')).to.deep.equal(taken);
    expect(await take('two')).to.deep.equal({ isTaken: false, waitMs: leaseMs });
    await end('one');
    for (let seconds = 0; seconds < 60; seconds += 10) {
      time.pass(10 * secondMs);
      await db.sourceLeases.renew('one', leaseMs);
      expect(await take('two')).to.deep.include({ isTaken: false });
    }
    expect(await take('one')).to.deep.equal(taken);
  });

  it('has all feeds of a source in one process, each due at its own time', async () => {
    await take('one');
    expect(await take('one', 'nws-zones')).to.deep.equal(taken);
    expect(await take('two', 'nws-zone-offices')).to.deep.equal({ isTaken: false, waitMs: leaseMs });
    await end('one', 30 * secondMs);
    await end('one', 60 * secondMs, 'nws-zones');
    await db.sourceLeases.release('one');
    time.pass(30 * secondMs);
    expect(await take('two')).to.deep.equal(taken);
    expect(await take('two', 'nws-zones')).to.deep.equal({ isTaken: false, waitMs: 30 * secondMs });
  });

  it('goes to another process when its own is gone: at once in a run, else when it is due', async () => {
    await take('one');
    time.pass(leaseMs);
    expect(await take('two')).to.deep.equal(taken);
    await end('two', 40 * secondMs);
    time.pass(leaseMs);
    expect(await take('three')).to.deep.equal({ isTaken: false, waitMs: 25 * secondMs });
    time.pass(25 * secondMs);
    expect(await take('three')).to.deep.equal(taken);
  });

  it('is not given back by a process that stood still and lost it', async () => {
    await take('one');
    time.pass(leaseMs);
    await take('two');
    await end('one', 0);
    await db.sourceLeases.renew('one', leaseMs);
    await db.sourceLeases.release('one');
    expect(await take('one')).to.deep.equal({ isTaken: false, waitMs: leaseMs });
  });

  it('is free as soon as its process says that it ends, but not due earlier', async () => {
    await take('one');
    await end('one');
    await db.sourceLeases.release('one');
    expect(await take('two')).to.deep.equal({ isTaken: false, waitMs: 30 * secondMs });
    time.pass(30 * secondMs);
    expect(await take('two')).to.deep.equal(taken);
  });

  it('asks a provider again at once if the clock was set back, and waits as long as it said otherwise', async () => {
    await take('one');
    await end('one', 3_600_000);
    time.pass(3000 * secondMs);
    expect(await take('two')).to.deep.equal({ isTaken: false, waitMs: 600 * secondMs });
    time.set(at('12:00'));
    expect(await take('two')).to.deep.equal(taken);
  });

  it('stays where a feed of the source runs, and goes to who asked for it after that', async () => {
    for (const source of ['alerts', 'radar']) {
      await take('one', 'first', source);
      await take('one', 'second', source);
    }
    expect(await take('two', 'first', 'radar')).to.deep.include({ isTaken: false });
    await end('one', 0, 'first', 'radar');
    expect([...(await db.sourceLeases.owners())]).to.deep.equal([['one', ['alerts', 'radar']]]);
    await end('one', 0, 'second', 'radar');
    expect([...(await db.sourceLeases.owners())]).to.deep.equal([['one', ['alerts']], ['two', ['radar']]]); // prettier-ignore
    expect(await take('two', 'second', 'radar')).to.deep.equal(taken);
  });

  it('is spread: a process with fewer sources gets one after its next run, until all have as many', async () => {
    const sources = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const runAll = async (owner: string) => {
      for (const source of sources)
        if ((await take(owner, 'feed', source)).isTaken) await end(owner, 0, 'feed', source);
    };
    const numbers = async () => [...(await db.sourceLeases.owners()).values()].map((each) => each.length);
    await runAll('one');
    expect(await numbers()).to.deep.equal([7]);
    for (let i = 0; i < 4; i++) for (const owner of ['two', 'three', 'one']) await runAll(owner);
    const spread = await db.sourceLeases.owners();
    expect(await numbers()).to.have.members([2, 2, 3]);
    for (const owner of ['two', 'three', 'one']) await runAll(owner);
    expect(await db.sourceLeases.owners(), 'and stays there').to.deep.equal(spread);
  });
});
