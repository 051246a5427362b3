import { seeded } from '@severe/testing/seeded';
import { expect } from 'chai';
import { Arrivals } from '../../../src/feeds/shared/arrivals.ts';

const everyMs = 120_000;

interface Listed {
  /** Cadence of the series; default: that of radar. */
  cadenceMs?: number;
  /** By how much the clock of the provider is ahead, if its listings tell when files were stored. */
  toldAheadMs?: number;
  /** Times at which the feed does not run. */
  isBusy?: (sinceStartMs: number) => boolean;
}

/** Lists a series of files as a feed does that runs every five seconds. */
function follow(
  delayOf: (file: number) => number | undefined,
  hours: number,
  { cadenceMs = everyMs, toldAheadMs, isBusy }: Listed = {},
) {
  const arrivals = new Arrivals(cadenceMs);
  const waits: number[] = [];
  let listings = 0;
  const start = Date.parse('2026-05-20T20:00:00Z');
  const random = seeded(9);
  const count = (3_600_000 / cadenceMs) * hours + 1;
  const validTimes = Array.from({ length: count }, (_, file) => start + file * cadenceMs + (cadenceMs / 15) * random());
  const appearsAt = (file: number): number => validTimes[file] + (delayOf(file) ?? Infinity);
  let seen = -1;
  for (let now = start; now < start + hours * 3_600_000; now += 5_000) {
    if (isBusy?.(now - start) || !arrivals.isDue(new Date(now))) continue;
    listings++;
    let newest = seen;
    for (let file = seen + 1; validTimes[file] <= now; file++) if (appearsAt(file) <= now) newest = file;
    for (let file = seen + 1; file <= newest; file++) if (appearsAt(file) <= now) waits.push(now - appearsAt(file));
    seen = newest;
    const listed = Array.from({ length: Math.min(newest + 1, 30) }, (_, i) => ({
      validAt: new Date(validTimes[newest - i]),
      storedAt: toldAheadMs === undefined ? undefined : new Date(appearsAt(newest - i) + toldAheadMs),
    }));
    arrivals.listed(new Date(now), listed);
  }
  return { listings, waits: waits.slice(3), longest: Math.max(...waits.slice(3)) };
}

describe('feeds/shared/arrivals', () => {
  it('lists a folder little more than once a file, and sees each file within five seconds', () => {
    const random = seeded(3);
    const delays = Array.from({ length: 130 }, () => 62_000 + 8_000 * random());
    const { listings, longest, waits } = follow((file) => delays[file], 4);
    expect(waits.length).to.be.above(110);
    expect(longest).to.be.at.most(5_000);
    expect(listings / 120).to.be.below(3);
  });

  it('follows a provider that becomes earlier or later', () => {
    const { longest, waits } = follow((file) => (file < 60 ? 90_000 : file < 90 ? 40_000 : 110_000), 4);
    expect(longest).to.be.at.most(60_000); // the first early one
    expect(waits.filter((wait) => wait > 5_000).length).to.be.at.most(6); // then it has learned
    const later = follow((file) => (file < 60 ? 40_000 : 110_000), 4);
    expect(later.longest).to.be.at.most(5_000);
  });

  it('learns the delay of a provider that always has the same, although its first files were seen late', () => {
    for (const delay of [58_000, 61_000, 64_000]) {
      const { waits, listings } = follow((file) => (file < 3 ? delay + 13_000 : delay), 4);
      expect(waits.slice(10).filter((wait) => wait > 5_000)).to.deep.equal([]);
      expect(listings / 120).to.be.below(2.5);
    }
  });

  it('knows from the listing when files come, also at a start so busy that it sees them late', () => {
    const random = seeded(4);
    const delays = Array.from({ length: 130 }, () => 60_000 + 31_000 * random());
    const isBusy = (ms: number) => ms < 20 * everyMs && ms % everyMs > 45_000;
    const { waits, listings } = follow((file) => delays[file], 4, { toldAheadMs: 0, isBusy });
    expect(waits.slice(22).filter((wait) => wait > 7_000)).to.deep.equal([]);
    expect(listings / 120).to.be.below(6);
  });

  it('does not give up a series of twenty seconds whose files come up to twelve seconds apart', () => {
    const random = seeded(5);
    const delays = Array.from({ length: 721 }, () => 40_000 + 12_000 * random());
    for (const toldAheadMs of [undefined, 0]) {
      const { waits } = follow((file) => delays[file], 4, { cadenceMs: 20_000, toldAheadMs });
      expect(waits.slice(10).filter((wait) => wait > 5_000)).to.deep.equal([]);
    }
  });

  it('lists a folder fewer times whose listings say when files came', () => {
    const random = seeded(6);
    const delays = Array.from({ length: 721 }, () => 40_000 + 3_000 * random());
    const [unsaid, said] = [undefined, 0].map((toldAheadMs) =>
      follow((file) => delays[file], 4, { cadenceMs: 20_000, toldAheadMs }),
    );
    expect(said.waits.slice(10).filter((wait) => wait > 5_000)).to.deep.equal([]);
    expect(said.listings / unsaid.listings).to.be.below(0.8);
  });

  it('learns what listings say wrong because the clock of the provider, or its own, is wrong', () => {
    for (const toldAheadMs of [-40_000, 40_000, 3_600_000]) {
      const { waits } = follow(() => 70_000, 4, { toldAheadMs });
      expect(waits.slice(10).filter((wait) => wait > 5_000)).to.deep.equal([]);
    }
  });

  it('goes on listing while files are missing, at a low rate, and finds the next one', () => {
    const { waits, listings } = follow((file) => (file > 30 && file < 60 ? undefined : 60_000), 4);
    expect(Math.max(...waits)).to.be.at.most(25_000);
    expect(listings).to.be.below(120 * 7);
  });
});
