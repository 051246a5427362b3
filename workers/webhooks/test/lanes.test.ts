import { newLane } from '@severe/db';
import { expect } from 'chai';
import { laneOf, lanes, nextMeanMs } from '../src/lanes.ts';

describe('lanes', () => {
  it('are by the mean time of a receiver, and have one for those that fail', () => {
    expect([0, 1000, 1001, 4000, 4001, 15_000].map((ms) => laneOf(ms, false))).to.deep.equal([0, 0, 1, 1, 2, 2]);
    expect([laneOf(5, true), laneOf(15_000, true)]).to.deep.equal([2, 2]);
  });

  it('the last one is for receivers that are not known', () => {
    expect([lanes.length - 1, lanes[newLane].upToMs]).to.deep.equal([newLane, undefined]);
  });

  it('a fast receiver that is late once stays where it is, and one that becomes slow leaves at once', () => {
    expect(laneOf(nextMeanMs(100, [2500]), false)).to.equal(0);
    expect(laneOf(nextMeanMs(100, [14_000]), false)).to.equal(2);
    expect(nextMeanMs(null, [100, 300])).to.equal(200);
  });

  it('a slow receiver that becomes fast comes back', () => {
    let mean = 14_000;
    for (let cycles = 0; cycles < 10; cycles++) mean = nextMeanMs(mean, [50]);
    expect(laneOf(mean, false)).to.equal(0);
  });
});
