import { expect } from 'chai';
import { DataError } from '@severe/base';
import { channels, type DataEvent } from '@severe/catalogue';
import { until } from '@severe/testing/until';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { createSpcWatches } from '../../../src/feeds/watches/feed.ts';
import type { Feed, FeedContext } from '../../../src/feed.ts';
import { ChangingFiles } from '../../support/changing-files.ts';
import { feedContext } from '../../support/stand-ins.ts';

const watch = (number: number, change: object = {}) => ({
  type: 'Feature',
  properties: {
    number,
    type: 'TOR',
    year: 2026,
    issue: '2026-05-20T20:00:00Z',
    expire: '2026-05-21T03:00:00Z',
    is_pds: false,
    max_hail_size: 2.5,
    max_wind_gust_knots: 65,
    ...change,
  },
  geometry: { type: 'MultiPolygon', coordinates: [squareAt(-98, 34, 2)!.coordinates] },
});

describe('watches/feed', () => {
  const now = new Date('2026-05-20T22:18:00Z');
  let provider: ChangingFiles;
  let context: FeedContext;
  let close: () => Promise<void>;
  let feed: Feed;
  let told: DataEvent[];
  let unsubscribe: () => Promise<void>;

  beforeEach(async function () {
    this.timeout(60_000);
    provider = new ChangingFiles();
    feed = createSpcWatches();
    const made = await feedContext(provider, () => now);
    ({ context, close } = made);
    told = [];
    unsubscribe = await made.platform.pubsub.subscribe<DataEvent>(channels.data, (event) => told.push(event));
  });
  afterEach(async () => {
    await unsubscribe();
    await close();
  });

  const run = (...features: object[]) => runOn(JSON.stringify({ type: 'FeatureCollection', features }));
  const runOn = (text: string) => {
    provider.files.set('spcwatch', text);
    return feed.run(context);
  };
  const inForce = async () => {
    const { rows } = await context.db.watches.search({ active: true, at: now, limit: 100, offset: 0 });
    return rows.map(({ number }) => number).sort((a, b) => a - b);
  };

  it('stores new alerts, reports each once, and ends alerts that are no longer listed', async () => {
    expect(await run(watch(212), watch(213))).to.deep.include({ new: 2, changed: 0, refused: [] });
    expect(await run(watch(212), watch(213))).to.deep.include({ new: 0, changed: 0, refused: [] });
    expect(await run(watch(213))).to.deep.include({ new: 0, changed: 1, refused: [] });
    expect(await inForce()).to.deep.equal([213]);
    await until(() => told.length >= 2);
    const publishedAt = '2026-05-20T22:18:00.000Z';
    expect(told).to.deep.equal([
      { source: 'watches', new: [1, 2], updated: [], ended: [], publishedAt },
      { source: 'watches', new: [], updated: [], ended: [1], publishedAt },
    ]);
  });

  it('believes an empty list only when it repeats, and at once where there was none', async () => {
    expect(await run()).to.deep.include({ new: 0, refused: [] });
    await run(watch(212));
    for (const time of ['first', 'second']) {
      const error = await run().catch((thrown: unknown) => thrown);
      expect(error, time).to.be.instanceOf(DataError).with.property('code', 'suspicious');
      expect(await inForce(), time).to.deep.equal([212]);
    }
    expect(await run()).to.deep.include({ changed: 1 });
    expect(await inForce()).to.deep.equal([]);
  });

  it('stores a watch of a kind that it does not know, and its kind once that is told', async () => {
    expect(await run(watch(214, { type: 'XXX' }))).to.deep.include({ new: 1, refused: [] });
    const kinds = async () => {
      const search = { active: true, at: now, limit: 9, offset: 0 };
      return (await context.db.watches.search(search)).rows.map(({ type }) => type);
    };
    expect(await kinds()).to.deep.equal([null]);
    await run(watch(214, { type: 'SVR' }));
    expect(await kinds()).to.deep.equal(['SVR']);
  });

  it('keeps its rows for any other payload', async () => {
    await run(watch(212), watch(213));
    expect(await run(watch(212), watch(214, { expire: 'x' }))).to.have.deep.nested.property('refused[0].what', 'watch 214'); // prettier-ignore
    expect(await inForce()).to.deep.equal([212, 213]); // 213 may be what could not be read
    for (const text of [
      '<html>moved</html>',
      '[]',
      JSON.stringify({ type: 'FeatureCollection', features: [watch(9, { issue: 'x' })] }),
    ]) {
      // prettier-ignore
      expect(await runOn(text).catch((thrown: unknown) => thrown), text).to.be.instanceOf(DataError);
    }
    provider.files.clear();
    expect(await feed.run(context).catch((thrown: unknown) => thrown)).to.be.instanceOf(DataError);
    expect(await inForce()).to.deep.equal([212, 213]);
  });
});
