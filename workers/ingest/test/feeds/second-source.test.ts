import { UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { createBulletinFeeds } from '../../src/feeds/bulletin-feeds.ts';
import { spcDiscussions } from '../../src/feeds/discussions/feed.ts';
import { createSpcOutlooks } from '../../src/feeds/outlooks/feed.ts';
import { createNhcFeeds } from '../../src/feeds/tropical/feeds.ts';
import { createSpcWatches } from '../../src/feeds/watches/feed.ts';
import type { Feed, FeedContext } from '../../src/feed.ts';
import type { Fetcher } from '../../src/fetch/fetcher.ts';
import { simulatedPage } from '../support/simulated.ts';
import { feedContext } from '../support/stand-ins.ts';

const hourMs = 3_600_000;

describe('bulletins as the second source', () => {
  let now = new Date('2026-05-20T20:30:00Z');
  let isServiceAway = false;
  let asked: string[] = [];
  let context: FeedContext;
  let close: () => Promise<void>;

  before(async function () {
    this.timeout(60_000);
    const text = async (url: string) => {
      asked.push(url);
      const { host } = new URL(url);
      if (isServiceAway && host !== 'api.weather.gov') throw new UpstreamError(host, `${host} answers 503`);
      return simulatedPage(url, now);
    };
    const changedText = async (url: string) => ({ text: (await text(url)) ?? '{"type":"FeatureCollection","features":[]}', markStored() {} }); // prettier-ignore
    ({ context, close } = await feedContext({ text, changedText } as unknown as Fetcher, () => now));
  });
  after(() => close());

  const firsts: Record<string, Feed[]> = {
    watches: [createSpcWatches()],
    outlooks: [createSpcOutlooks()],
    discussions: [spcDiscussions],
    tropical: createNhcFeeds(),
  };
  const run = (feeds: Feed[]) => Promise.all(feeds.map((feed) => feed.run(context).catch((error: unknown) => error)));
  const page = { active: true, limit: 1000, offset: 0 };
  const counts = async () => ({
    watches: (await context.db.watches.search({ ...page, at: now })).rows.map(({ number }) => number),
    outlooks: (await context.db.outlooks.search({ ...page, day: 1, type: 'categorical', at: now })).rows.map(({ risk }) => risk).toSorted(), // prettier-ignore
    discussions: (await context.db.discussions.search({ ...page, at: now })).rows.map(({ number }) => number),
    tropical: (await context.db.tropicalStorms.all()).map(({ storm }) => storm),
  });
  const formsOf = async (id: string) => {
    const state = (await context.db.sourceRuns.health(now)).find(({ source }) => source === id);
    return [state?.serviceAt?.getTime(), state?.bulletinsAt?.getTime()];
  };

  it('makes no request while the first source is current, and takes over when it is late', async function () {
    this.timeout(60_000);
    const seconds = createBulletinFeeds();
    await run(Object.values(firsts).flat());
    asked = [];
    for (const feed of seconds) expect(await feed.run(context), feed.id).to.deep.include({ isIdle: true });
    expect(asked).to.deep.equal([]);

    isServiceAway = true;
    now = new Date(now.getTime() + 2 * hourMs); // later than twice the cadence of each
    await run(Object.values(firsts).flat());
    for (const feed of seconds) expect((await feed.run(context)).refused, feed.id).to.deep.equal([]);
    const fromBulletins = await counts();
    for (const [name, rows] of Object.entries(fromBulletins)) expect(rows.length, name).to.be.greaterThan(0);
    for (const id of Object.keys(firsts)) expect((await formsOf(id))[1], id).to.equal(now.getTime());

    isServiceAway = false;
    await run(Object.values(firsts).flat());
    expect(await counts()).to.deep.equal(fromBulletins);
    for (const id of Object.keys(firsts)) expect((await formsOf(id))[0], id).to.equal(now.getTime());
    asked = [];
    for (const feed of seconds) expect(await feed.run(context), feed.id).to.deep.include({ isIdle: true });
    expect(asked).to.deep.equal([]);
  });

  it('fetches each bulletin once', async () => {
    const [watches] = createBulletinFeeds();
    now = new Date(now.getTime() + hourMs);
    while ((await watches.run(context)).more);
    asked = [];
    await watches.run(context);
    expect(asked.map((url) => new URL(url).pathname)).to.deep.equal(['SAW', 'SEL', 'WWP', 'WOU'].map((code) => `/products/types/${code}`)); // prettier-ignore
  });

  it('fails when no list can be had, so that the source is seen to fail', async () => {
    const [watches] = createBulletinFeeds();
    now = new Date(now.getTime() + hourMs);
    const text = () => Promise.resolve(undefined);
    const error = await watches.run({ ...context, fetcher: { ...context.fetcher, text } }).catch((thrown: Error) => thrown.message); // prettier-ignore
    expect(error).to.equal('expected a list of SAW, SEL, WWP, WOU, got 404 for all');
  });
});
