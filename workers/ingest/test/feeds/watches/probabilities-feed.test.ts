import { expect } from 'chai';
import { listedWatch } from '@severe/db/testing/rows/listed-watch';
import type { Feed, FeedContext } from '../../../src/feed.ts';
import { createWatchProbabilities } from '../../../src/feeds/watches/probabilities-feed.ts';
import { productPath } from '../../support/product-path.ts';
import { feedContext } from '../../support/stand-ins.ts';

const entry = (id: string, issuanceTime: string) => ({
  id,
  productCode: 'WWP',
  issuingOffice: 'KWNS',
  wmoCollectiveId: 'WWUS40',
  issuanceTime,
});
const bulletin = (number: string, tornadoes: string) =>
  [
    `WWUS40 KWNS 202000\nWWP2\n`,
    `TORNADO WATCH PROBABILITIES FOR WT ${number}\n\nWT ${number}\nPROBABILITY TABLE:`,
    `PROB OF 2 OR MORE TORNADOES                        :  ${tornadoes}`,
    'PROB OF 1 OR MORE STRONG /EF2-EF5/ TORNADOES       :  <05%\n\n&&\n$$',
  ].join('\n');

describe('watches/probabilities-feed', () => {
  let files: Map<string, string>;
  let asked: string[];
  let context: FeedContext;
  let close: () => Promise<void>;
  let feed: Feed;

  beforeEach(async function () {
    this.timeout(60_000);
    [files, asked] = [new Map(), []];
    const text = async (url: string) => {
      const name = productPath(url).split('/').at(-1)!;
      asked.push(name);
      return files.get(name);
    };
    const unused = () => Promise.reject(new Error('asked in another way'));
    const now = () => new Date('2026-05-20T22:18:00Z');
    ({ context, close } = await feedContext({ text, bytes: unused, changedText: unused }, now));
    feed = createWatchProbabilities();
  });
  afterEach(() => close());

  const listed = (...entries: object[]) => void files.set('WWP', JSON.stringify({ '@graph': entries }));
  const write = (id: string, productText: string) =>
    void files.set(id, JSON.stringify({ ...entry(id, '2026-05-20T20:00:00Z'), productText }));
  const chances = async () => {
    const { rows } = await context.db.watches.search({ active: true, at: context.clock(), limit: 9, offset: 0 });
    return Object.fromEntries(rows.map(({ number, probabilities }) => [number, probabilities?.tornado2OrMore]));
  };

  it('sends no request while no watch is pending', async () => {
    listed(entry('a', '2026-05-20T20:00:00Z'));
    expect(await feed.run(context)).to.include({ changed: 0 });
    expect(asked).to.deep.equal([]);
  });

  it('reads each bulletin once, and none of a day ago', async () => {
    await context.db.watches.store([listedWatch(), listedWatch({ number: 213 })], true);
    listed(entry('a', '2026-05-20T20:00:00Z'), entry('old', '2026-05-19T20:00:00Z'));
    write('a', bulletin('0212', '60%'));
    expect(await feed.run(context)).to.deep.include({ changed: 1, refused: [] });
    expect(await chances()).to.deep.equal({ 212: 60, 213: undefined });
    await feed.run(context);
    expect(asked).to.deep.equal(['WWP', 'a', 'WWP']);
  });

  it('keeps a bulletin that comes before its watch', async () => {
    await context.db.watches.store([listedWatch()], true);
    listed(entry('b', '2026-05-20T20:00:00Z'));
    write('b', bulletin('0213', '40%'));
    await feed.run(context);
    await context.db.watches.store([listedWatch(), listedWatch({ number: 213 })], true);
    expect(await feed.run(context)).to.include({ changed: 1 });
    expect(await chances()).to.deep.equal({ 212: undefined, 213: 40 });
    expect(asked).to.deep.equal(['WWP', 'b', 'WWP']);
  });

  it('rejects records that name no watch, and stores the rest', async () => {
    await context.db.watches.store([listedWatch()], true);
    listed(entry('x', '2026-05-20T20:10:00Z'), entry('a', '2026-05-20T20:00:00Z'));
    write('x', 'WWUS40 KWNS 202010\nWWP2\n\nNOTHING\n');
    write('a', bulletin('0212', '60%'));
    const { changed, refused } = await feed.run(context);
    expect([changed, refused.map(({ what }) => what)]).to.deep.equal([1, ['x']]);
  });
});
