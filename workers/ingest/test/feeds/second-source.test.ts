import { UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { createBulletinFeeds } from '../../src/feeds/bulletin-feeds.ts';
import { spcDiscussions } from '../../src/feeds/discussions/feed.ts';
import { createSpcOutlooks } from '../../src/feeds/outlooks/feed.ts';
import { createNhcFeeds } from '../../src/feeds/tropical/feeds.ts';
import { createSpcWatches } from '../../src/feeds/watches/feed.ts';
import type { Feed, FeedContext, FeedReport } from '../../src/feed.ts';
import type { Fetcher } from '../../src/fetch/fetcher.ts';
import { simulatedPage } from '../support/simulated.ts';
import { productPath } from '../support/product-path.ts';
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
  /** The feeds that stand in for one of the first feeds here. */
  const standIns = (feeds: Feed[]) =>
    feeds.filter(({ id, source }) => source in firsts && id !== 'wpc-precipitation-discussions');
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
    return [state?.serviceAt?.getTime(), state?.secondAt?.getTime()];
  };

  it('makes no request while the first source is current, and takes over when it is late', async function () {
    this.timeout(60_000);
    const seconds = createBulletinFeeds();
    await run(Object.values(firsts).flat());
    asked = [];
    for (const feed of standIns(seconds)) expect(await feed.run(context), feed.id).to.deep.include({ isIdle: true });
    expect(asked).to.deep.equal([]);

    isServiceAway = true;
    now = new Date(now.getTime() + 2 * hourMs); // later than twice the cadence of each
    await run(Object.values(firsts).flat());
    for (const feed of standIns(seconds)) expect((await feed.run(context)).refused, feed.id).to.deep.equal([]);
    const fromBulletins = await counts();
    for (const [name, rows] of Object.entries(fromBulletins)) expect(rows.length, name).to.be.greaterThan(0);
    for (const id of Object.keys(firsts)) expect((await formsOf(id))[1], id).to.equal(now.getTime());

    isServiceAway = false;
    await run(Object.values(firsts).flat());
    expect(await counts()).to.deep.equal(fromBulletins);
    for (const id of Object.keys(firsts)) expect((await formsOf(id))[0], id).to.equal(now.getTime());
    asked = [];
    for (const feed of standIns(seconds)) expect(await feed.run(context), feed.id).to.deep.include({ isIdle: true });
    expect(asked).to.deep.equal([]);
  });

  it('fetches each bulletin once', async () => {
    const [watches] = createBulletinFeeds();
    now = new Date(now.getTime() + hourMs);
    while ((await watches.run(context)).more);
    asked = [];
    await watches.run(context);
    expect(asked.map(productPath)).to.deep.equal(['SAW', 'SEL', 'WWP', 'WOU'].map((code) => `/products/types/${code}`)); // prettier-ignore
  });

  it('fails when no list can be had, so that the source is seen to fail', async () => {
    const [watches] = createBulletinFeeds();
    now = new Date(now.getTime() + hourMs);
    const text = () => Promise.resolve(undefined);
    const error = await watches.run({ ...context, fetcher: { ...context.fetcher, text } }).catch((thrown: Error) => thrown.message); // prettier-ignore
    expect(error).to.equal('expected a list of SAW, SEL, WWP, WOU, got 404 for all');
  });

  interface Listed {
    id: string;
    wmoCollectiveId: string;
    /** Default: it is listed and missing. */
    productText?: string;
  }
  /** The list of a product, and its bulletins, newest first. */
  const listOf = (code: string, bulletins: Listed[], unreadable: object[] = []) => {
    const common = { issuingOffice: 'KWNH', productCode: code, productName: code };
    const entries = bulletins.map(({ productText: _text, ...entry }, i) => ({
      ...common,
      ...entry,
      issuanceTime: new Date(now.getTime() - i * 1000).toISOString(),
    }));
    const texts = bulletins.flatMap(({ id, productText }, i) =>
      productText === undefined ? [] : [[`/products/${id}`, JSON.stringify({ ...entries[i], productText })]],
    );
    const pages = {
      [`/products/types/${code}`]: JSON.stringify({ '@graph': [...unreadable, ...entries] }),
      ...Object.fromEntries(texts),
    };
    return async (url: string): Promise<string | undefined> => pages[productPath(url)];
  };
  const oneOf = (code: string, wmoCollectiveId: string, productText: string) =>
    listOf(code, [{ id: code, wmoCollectiveId, productText }]);
  const bulletinFeed = (id: string) => createBulletinFeeds().find((feed) => feed.id === id)!;
  const read = (id: string, text: Fetcher['text']) =>
    bulletinFeed(id).run({ ...context, fetcher: { ...context.fetcher, text } });

  const rainAreas =
    'SLIGHT RISK OF RAINFALL EXCEEDING FFG TO THE RIGHT OF A LINE FROM\nGAG 20 N TUL 30 E DAL\n15 SSW SPS KGAG.\n';
  const rainText = `MENC98 KWNH 201602\nRBG94E\n\nValid 16Z Wed May 20 2026 - 12Z Thu May 21 2026\n\n${rainAreas}`;

  it('reads excessive rainfall outlooks from texts while the files are late', async () => {
    now = new Date('2026-05-20T16:05:00Z');
    const list = oneOf('RBG', 'MENC98', rainText);
    await context.db.sourceRuns.recordData('eros', new Date(now.getTime() - 0.4 * hourMs));
    expect(await read('wpc-ero-bulletins', list)).to.deep.include({ isIdle: true });
    now = new Date(now.getTime() + 0.2 * hourMs); // 36 minutes
    expect(await read('wpc-ero-bulletins', list)).to.deep.include({ new: 1, refused: [] });
    const found = await context.db.eros.search({ ...page, day: 1, type: 'rainfall', at: now });
    expect(found.rows.map(({ risk }) => risk)).to.deep.equal(['SLGT']);
    expect((await formsOf('eros'))[1]).to.equal(now.getTime());
  });

  it('reads damage surveys from statements while the toolkit is late', async () => {
    now = new Date('2026-05-21T21:30:00Z');
    const survey = [
      'NOUS44 KOUN 212130\nPNSOUN\n\nPublic Information Statement\n430 PM CDT Thu May 21 2026\n',
      '.Norman Tornado...\n\nRating:                 EF-2\nEstimated Peak Wind:    115 mph\nPath Length /statute/:  10 miles',
      'Path Width /maximum/:   200.0 yards\nFatalities:             0\nInjuries:               3\n',
      'Start Date:             05/20/2026\nStart Time:             04:47 PM CDT\nStart Location:         2 N Norman / Cleveland / OK',
      'Start Lat/Lon:          35.2000 / -97.4000\n\nEnd Lat/Lon:            35.2900 / -97.3000\n\nSurvey Summary:\nTrees fell.\n',
      '&&\n\n$$\n',
    ].join('\n');
    const list = oneOf('PNS', 'NOUS44', survey);
    await context.db.sourceRuns.recordData('damage_tracks', new Date(now.getTime() - 47 * hourMs));
    expect(await read('nws-survey-statements', list)).to.deep.include({ isIdle: true });
    now = new Date(now.getTime() + 2 * hourMs);
    expect(await read('nws-survey-statements', list)).to.deep.include({ new: 1, refused: [] });
    expect((await formsOf('damage_tracks'))[1]).to.equal(now.getTime());
  });

  it('always reads what is in bulletins alone, which says nothing about the first source', async () => {
    now = new Date('2026-05-20T21:35:00Z');
    const discussion = [
      'AWUS01 KWNH 202130\nFFGMPD\n',
      'Mesoscale Precipitation Discussion 0098\nNWS Center\n0430 PM CDT Wed May 20 2026\n',
      'Areas affected...Oklahoma\n\nConcerning...Heavy rainfall...Flash flooding likely\n\nValid 202129Z - 210300Z\n',
      'Summary...Storms train.\n\nATTN...WFO...OUN...TSA...\n\nLAT...LON   36990273 36069666 34349697 35270302 \n',
    ].join('\n');
    await context.db.sourceRuns.recordData('discussions', now);
    const before = await formsOf('discussions');
    expect(await read('wpc-precipitation-discussions', oneOf('FFG', 'AWUS01', discussion))).to.include({ new: 1 });
    expect(await read('wpc-precipitation-discussions', oneOf('FFG', 'FOUS50', discussion))).to.include({ new: 0 });
    const found = await context.db.discussions.search({ ...page, kind: 'precipitation', at: now });
    expect(found.rows.map(({ number }) => number)).to.deep.equal([98]);
    expect(await formsOf('discussions')).to.deep.equal(before);
  });

  describe('while some of them cannot be had', () => {
    /** When the source was last known from bulletins. */
    const secondAt = async () => (await formsOf('eros'))[1];
    const rain = { id: 'rain', wmoCollectiveId: 'MENC98', productText: rainText };
    let knownAt: number | undefined;
    beforeEach(async () => {
      now = new Date(now.getTime() + hourMs); // the first source is late
      knownAt = await secondAt();
    });
    before(() => void (now = new Date('2026-05-20T17:00:00Z')));

    const missing = { id: 'missing', wmoCollectiveId: 'MENC98' };
    const refusedIn = ({ refused }: FeedReport) => refused.map(({ what, why }) => [what, why]);

    it('reads the others, says which one is missing, and stays current while no new one comes', async () => {
      const feed = bulletinFeed('wpc-ero-bulletins');
      const unreadable = { id: 'unlisted', productCode: 'RBG' };
      const list = listOf('RBG', [rain, missing], [unreadable]);
      for (const expected of [1, 0]) {
        const report = await feed.run({ ...context, fetcher: { ...context.fetcher, text: list } });
        expect(report).to.include({ isResponseValid: true, more: false });
        expect(report.new + report.unchanged).to.equal(expected);
        expect(refusedIn(report).slice(1)).to.deep.equal([['missing', 'expected bulletin missing, got 404']]);
        expect(report.refused[0].what).to.equal('unlisted');
        expect(await secondAt()).to.equal(now.getTime());
        now = new Date(now.getTime() + 120_000);
      }
    });

    it('reads the others, and is not valid while the newest one is missing', async () => {
      const feed = bulletinFeed('wpc-ero-bulletins');
      for (const expected of [1, 0]) {
        const text = listOf('RBG', [missing, rain]);
        const report = await feed.run({ ...context, fetcher: { ...context.fetcher, text } });
        expect(report).to.include({ isResponseValid: false, more: false });
        expect(report.new + report.unchanged).to.equal(expected);
        expect(refusedIn(report)).to.deep.equal([['missing', 'expected bulletin missing, got 404']]);
      }
      expect(await secondAt()).to.equal(knownAt);
    });

    it('stores those that came before it fails for a provider that is away', async () => {
      const list = listOf('RBG', [{ id: 'away', wmoCollectiveId: 'MENC98' }, rain]);
      const feed = bulletinFeed('wpc-ero-bulletins');
      const asked: string[] = [];
      const text = async (url: string) => {
        asked.push(productPath(url));
        if (url.endsWith('/away')) throw new UpstreamError('api.weather.gov', 'answers 503');
        return list(url);
      };
      for (const expected of [
        ['/products/types/RBG', '/products/away', '/products/rain'],
        ['/products/types/RBG', '/products/away'],
      ]) {
        // prettier-ignore
        asked.length = 0;
        const error = await feed.run({ ...context, fetcher: { ...context.fetcher, text } }).catch((thrown: unknown) => thrown); // prettier-ignore
        expect(error).to.be.instanceOf(UpstreamError);
        expect(asked).to.deep.equal(expected);
      }
      expect(await secondAt()).to.equal(knownAt);
    });

    it('is not valid, and asks again, if none can be read', async () => {
      const feed = bulletinFeed('wpc-ero-bulletins');
      const list = oneOf('RBG', 'MENC98', 'MENC98 KWNH 201602\nRBG94E\n\nNothing that is known.\n');
      for (let run = 0; run < 2; run++) {
        const report = await feed.run({ ...context, fetcher: { ...context.fetcher, text: list } });
        expect(report).to.include({ isResponseValid: false, more: false });
        expect(report.refused).to.have.length(1);
      }
      expect(await secondAt()).to.equal(knownAt);
    });

    it('is not valid if no entry of a list can be read', async () => {
      const list = async () => JSON.stringify({ '@graph': [{ id: 'x', productCode: 'RBG' }] });
      const report = await read('wpc-ero-bulletins', list);
      expect(report).to.include({ isResponseValid: false });
      expect(report.refused.map(({ what }) => what)).to.deep.equal(['x']);
      expect(await secondAt()).to.equal(knownAt);
    });

    it('takes an empty list for a fault where there are always bulletins', async () => {
      const list = async () => JSON.stringify({ '@graph': [] });
      const errorOf = (id: string) => read(id, list).then(() => undefined, (error: Error) => error.message); // prettier-ignore
      expect(await errorOf('wpc-ero-bulletins')).to.equal('expected bulletins in the list of RBG, got none');
      expect(await errorOf('spc-watch-bulletins')).to.equal(undefined);
      expect(await secondAt()).to.equal(knownAt);
    });
  });
});
