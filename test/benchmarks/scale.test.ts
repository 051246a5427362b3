import { seeded } from '@severe/testing/seeded';
import { expect } from 'chai';
import { arrivalsOf, type Arrival } from '../../benchmarks/scale/arrivals.ts';
import { predictClosedLoad } from '../../benchmarks/scale/closed-load.ts';
import type { Habit } from '../../benchmarks/scale/habits.ts';
import { simulateServers } from '../../benchmarks/scale/servers.ts';
import { sizeRole } from '../../benchmarks/scale/size.ts';

const exponential = (random: () => number, mean: number): number => -mean * Math.log(1 - random());

/** Requests at random moments, with answers of random length. */
function randomArrivals(perSecond: number, meanMs: number, seconds: number): Arrival[] {
  const random = seeded(7);
  const arrivals: Arrival[] = [];
  for (let at = exponential(random, 1 / perSecond); at < seconds; at += exponential(random, 1 / perSecond)) {
    arrivals.push({ at, cpuMs: exponential(random, meanMs) });
  }
  return arrivals;
}

describe('the simulation of many maps', () => {
  for (const load of [0.3, 0.6, 0.8]) {
    it(`has the waits of an M/M/1 queue at a load of ${load}`, () => {
      const meanMs = 10;
      const perSecond = (1000 * load) / meanMs;
      const { busy, p50Ms, p99Ms } = simulateServers(randomArrivals(perSecond, meanMs, 4000), {
        processes: 1,
        seconds: 4000,
      });
      // The time in the system is exponential, with the rate of the server less that of the arrivals.
      const quantile = (share: number): number => (-Math.log(1 - share) * meanMs) / (1 - load);
      expect(busy).to.be.closeTo(load, 0.03 * load);
      expect(p50Ms).to.be.closeTo(quantile(0.5), 0.08 * quantile(0.5));
      expect(p99Ms).to.be.closeTo(quantile(0.99), 0.15 * quantile(0.99));
    });
  }

  it('sends all requests about a frame to one process, and all others in turn', () => {
    const arrivals = Array.from({ length: 400 }, (_, i) => ({ at: i / 100, cpuMs: 5 }));
    const spread = simulateServers(arrivals, { processes: 4, seconds: 4 });
    const ofOneFrame = simulateServers(arrivals.map((each) => ({ ...each, frame: 6 })), { processes: 4, seconds: 4 }); // prettier-ignore
    expect(spread.busiest).to.be.closeTo(0.125, 0.01);
    expect(ofOneFrame.busiest).to.be.closeTo(0.5, 0.01);
  });

  it('finds the rate of a closed load: the bound of the client, of the server, or of the processors', () => {
    const rateOf = (servers: number, processors: number, serverMs: number, clientMs: number): number =>
      predictClosedLoad({ servers, processors, connections: 64, serverMs, clientMs });
    expect(rateOf(1, 2, 0.1, 0.02)).to.be.closeTo(10_000, 200); // one server is busy all the time
    expect(rateOf(1, 2, 0.02, 0.1)).to.be.closeTo(10_000, 200); // its client is
    expect(rateOf(4, 2, 0.1, 0.025)).to.be.closeTo(16_000, 500); // two processors are
    expect(rateOf(2, 8, 0.1, 0.02)).to.be.closeTo(20_000, 400);
  });

  it('keeps in each cache what the formulas of caches say', () => {
    const crowd = { maps: 3600, caches: 3, seconds: 6000, random: seeded(11) };
    const habit = { name: '', perHour: 1, role: 'api', cpuMs: 1, bytes: 1 } as const; // one request a second of all maps
    const weights = Array.from({ length: 20 }, (_, i) => (i + 1) ** -0.8);
    const sum = weights.reduce((one, other) => one + other, 0);
    const rates = weights.map((weight) => weight / sum / crowd.caches);

    const documents: Habit = { ...habit, kept: { as: 'documents', addresses: 20, seconds: 15 } };
    const renewals = rates.reduce((all, rate) => all + rate / (1 + rate * 15), 0) * crowd.caches * crowd.seconds;
    expect(arrivalsOf(documents, crowd)).to.have.length.within(0.95 * renewals, 1.05 * renewals);

    const frames: Habit = { ...habit, kept: { as: 'frames', addresses: 20, everySeconds: 60, withinSeconds: 30 } };
    const firsts = rates.reduce((all, rate) => all + 1 - Math.exp(-60 * rate), 0) * crowd.caches * (crowd.seconds / 60);
    expect(arrivalsOf(frames, crowd)).to.have.length.within(0.93 * firsts, 1.07 * firsts);

    const unkept: Habit = { ...habit, kept: { as: 'nothing' } };
    expect(arrivalsOf(unkept, crowd)).to.have.length.within(0.95 * crowd.seconds, 1.05 * crowd.seconds);
  });

  it('finds the fewest processes that are not too busy', () => {
    const { processes, busy } = sizeRole(randomArrivals(1000, 4, 60), 60); // four processors of work
    expect(processes).to.equal(7);
    expect(busy).to.be.within(0.5, 0.6);
  });
});
