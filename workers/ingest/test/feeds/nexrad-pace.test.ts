import { seeded } from '@severe/testing/seeded';
import { expect } from 'chai';
import { LearnedPace } from '../../src/feeds/nexrad/pace.ts';

const runMs = 5_000;
const at = (ms: number): Date => new Date(Date.UTC(2026, 4, 20) + ms);

/** Listings of a radar, and how late the end of each volume is seen. @param seconds how long its volumes take */
function follow(seconds: number[]): { listings: number; lateMs: number[] } {
  const pace = new LearnedPace();
  const lateMs: number[] = [];
  let [listings, startMs] = [0, 0];
  for (let ms = 0; lateMs.length < seconds.length; ms += runMs) {
    if (!pace.isDue('KTLX', at(ms))) continue;
    listings++;
    const endMs = startMs + seconds[lateMs.length] * 1000;
    if (ms < endMs) {
      pace.listed('KTLX', at(ms), at(startMs), []);
    } else {
      lateMs.push(ms - endMs);
      pace.listed('KTLX', at(ms), undefined, [at(startMs)]);
      startMs = endMs;
    }
  }
  return { listings, lateMs };
}

describe('feeds/nexrad/pace', () => {
  it('sees the end of a volume at the next run, and seldom looks before', () => {
    const random = seeded(7);
    const seconds = Array.from({ length: 200 }, () => 270 + Math.round(20 * random()));
    const { listings, lateMs } = follow(seconds);
    expect(Math.max(...lateMs.slice(1))).to.be.below(runMs);
    expect(listings / seconds.length).to.be.below(18); // every 30 s would be 9, and every run 56
  });

  it('sees it within half a minute when a radar changes to a faster scan pattern, and learns that', () => {
    const { lateMs } = follow([600, 600, 600, 255, 255, 255]);
    expect(lateMs[3]).to.be.within(runMs, 30_000);
    expect(Math.max(...lateMs.slice(4))).to.be.below(runMs);
  });

  it('looks into the archive every two minutes, and at once while volumes of it wait', () => {
    const pace = new LearnedPace();
    expect(pace.isArchiveDue('KTLX', at(0))).to.equal(true);
    pace.archiveListed('KTLX', at(0), true);
    expect(pace.isArchiveDue('KTLX', at(0))).to.equal(true);
    pace.archiveListed('KTLX', at(0), false);
    expect([119, 120].map((second) => pace.isArchiveDue('KTLX', at(second * 1000)))).to.deep.equal([false, true]);
  });
});
