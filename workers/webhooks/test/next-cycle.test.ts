import { longestCycleWaitMs } from '@severe/db';
import { expect } from 'chai';
import { defaultLimits } from '../src/limits.ts';
import { nextCycleMs } from '../src/next-cycle.ts';

describe('nextCycleMs', () => {
  const seconds = (failures: number, random = 0.5): number => nextCycleMs(failures, random, defaultLimits) / 1000;

  it('is 30 s three times, then doubles up to 15 min', () => {
    const failures = [1, 2, 3, 4, 5, 6, 7, 8, 9, 14];
    expect(failures.map((count) => seconds(count))).to.deep.equal([30, 30, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('varies by a fifth', () => {
    expect([seconds(1, 0), seconds(1, 1)]).to.deep.equal([24, 36]);
    expect([seconds(9, 0), seconds(9, 1)]).to.deep.equal([720, 1080]);
  });

  it('is at most the longest wait of the database', () => {
    expect(nextCycleMs(14, 1, defaultLimits)).to.be.at.most(longestCycleWaitMs);
  });
});
