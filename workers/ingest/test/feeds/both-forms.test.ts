import { expect } from 'chai';
import { createBulletinFeeds } from '../../src/feeds/bulletin-feeds.ts';
import { createDatTracks } from '../../src/feeds/damage-tracks/feed.ts';
import { createWpcEros } from '../../src/feeds/eros/feed.ts';
import type { Feed, FeedContext, FeedReport } from '../../src/feed.ts';
import type { Fetcher } from '../../src/fetch/fetcher.ts';
import { simulatedPage } from '../support/simulated.ts';
import { feedContext } from '../support/stand-ins.ts';

const now = new Date('2026-05-20T22:30:00Z');
const bulletins = (id: string) => createBulletinFeeds().find((feed) => feed.id === id)!;

/** Facts that the simulated providers issue both as documents and as bulletins. */
describe('facts in both forms', function () {
  this.timeout(60_000);
  let issuedAt = new Date('2027-05-20T22:30:00Z');
  let context: FeedContext;
  let close: () => Promise<void>;
  before(async () => {
    const text = (url: string) => simulatedPage(url, issuedAt);
    const changedText = async (url: string) => ({ text: text(url)!, markStored() {} });
    ({ context, close } = await feedContext({ text, changedText } as unknown as Fetcher, () => now));
  });
  after(() => close());

  for (const id of [
    'spc-watch-bulletins',
    'spc-outlook-bulletins',
    'spc-discussion-bulletins',
    'nhc-advisory-bulletins',
    'wpc-ero-bulletins',
    'nws-survey-statements',
  ]) {
    it(`are refused while they are dated in the future: ${id}`, async () => {
      const report = await bulletins(id).run(context);
      expect(report).to.deep.include({ new: 0, changed: 0, unchanged: 0, isResponseValid: false });
      expect(report.refused[0].why).to.match(/^expected a time in the past, got 2027-05-/);
    });
  }

  describe('of today', () => {
    before(() => void (issuedAt = now));

    /** Runs a feed until it has everything. */
    const runToTheEnd = async (feed: Feed) => {
      const reports: FeedReport[] = [];
      do reports.push(await feed.run(context));
      while (reports.at(-1)!.more);
      expect(reports.flatMap(({ refused }) => refused)).to.deep.equal([]);
    };

    it('has each surveyed tornado once, the toolkit after the statement', async () => {
      const search = { start: new Date(now.getTime() - 20 * 3_600_000), limit: 1000, offset: 0 };
      const tracks = async () => (await context.db.damageTracks.search(search)).rows;
      await runToTheEnd(bulletins('nws-survey-statements'));
      const fromStatements = await tracks();
      expect(fromStatements.length).to.be.greaterThan(3);
      await runToTheEnd(createDatTracks());
      const listed = await tracks();
      const factsOf = ({ at, efLabel, maxWindMph, injuries, wfo }: (typeof listed)[number]) =>
        ({ minute: at.toISOString().slice(0, 16), efLabel, maxWindMph, injuries, wfo }); // prettier-ignore
      expect(listed.map(factsOf)).to.have.deep.members(fromStatements.map(factsOf));
    });

    it('has the areas of a rainfall outlook once, the file after the text', async () => {
      const areas = async (day: number) => {
        const found = await context.db.eros.search({ limit: 100, offset: 0, active: true, day, type: 'rainfall', at: now }); // prettier-ignore
        return found.rows.map(({ risk, validFrom, validTo }) => [risk, validFrom, validTo]);
      };
      await runToTheEnd(bulletins('wpc-ero-bulletins'));
      const fromTexts = await Promise.all([1, 2, 3].map(areas));
      expect(fromTexts.map(({ length }) => length)).to.deep.equal([3, 2, 2]);
      await runToTheEnd(createWpcEros());
      expect(await Promise.all([1, 2, 3].map(areas))).to.deep.equal(fromTexts);
    });
  });
});
