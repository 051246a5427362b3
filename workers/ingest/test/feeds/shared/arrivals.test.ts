import { seeded } from '@severe/testing/seeded';
import { expect } from 'chai';
import { Arrivals } from '../../../src/feeds/shared/arrivals.ts';

const everyMs = 120_000;

/** Lists a series of files as a feed does that runs every five seconds. */
function follow(delayOf: (file: number) => number | undefined, hours: number) {
  const arrivals = new Arrivals(everyMs);
  const waits: number[] = [];
  let listings = 0;
  const start = Date.parse('2026-05-20T20:00:00Z');
  const appearsAt = (file: number): number => start + file * everyMs + (delayOf(file) ?? Infinity);
  let seen = -1;
  for (let now = start; now < start + hours * 3_600_000; now += 5_000) {
    if (!arrivals.isDue(new Date(now))) continue;
    listings++;
    let newest = seen;
    for (let file = seen + 1; start + file * everyMs <= now; file++) if (appearsAt(file) <= now) newest = file;
    for (let file = seen + 1; file <= newest; file++) if (appearsAt(file) <= now) waits.push(now - appearsAt(file));
    seen = newest;
    arrivals.listed(new Date(now), newest < 0 ? undefined : new Date(start + newest * everyMs));
  }
  return { listings, waits: waits.slice(3), longest: Math.max(...waits.slice(3)) };
}

describe('feeds/shared/arrivals', () => {
  it('lists a folder little more than once a file, and sees each file within ten seconds', () => {
    const random = seeded(3);
    const { listings, longest, waits } = follow(() => 62_000 + 8_000 * random(), 4);
    expect(waits.length).to.be.above(110);
    expect(longest).to.be.at.most(10_000);
    expect(listings / 120).to.be.below(2.5); // six before: every twenty seconds, and seen after twenty
  });

  it('follows a provider that becomes earlier or later', () => {
    const { longest } = follow((file) => (file < 60 ? 90_000 : file < 90 ? 40_000 : 110_000), 4);
    expect(longest).to.be.at.most(60_000); // the first early one; then it has learned
    const later = follow((file) => (file < 60 ? 40_000 : 110_000), 4);
    expect(later.longest).to.be.at.most(10_000);
  });

  it('goes on listing while files are missing, at a low rate, and finds the next one', () => {
    const { waits, listings } = follow((file) => (file > 30 && file < 60 ? undefined : 60_000), 4);
    expect(Math.max(...waits)).to.be.at.most(25_000);
    expect(listings).to.be.below(120 * 7);
  });
});
