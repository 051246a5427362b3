import { expect } from 'chai';
import { DataError } from '@severe/base';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { createWpcEros } from '../../../src/feeds/eros/feed.ts';
import type { Feed, FeedContext } from '../../../src/feed.ts';
import { ChangingFiles } from '../../support/changing-files.ts';
import { feedContext } from '../../support/stand-ins.ts';

const area = (OUTLOOK: string) => ({
  type: 'Feature',
  properties: { OUTLOOK, START_TIME: '2026-05-20 16:00:00', END_TIME: '2026-05-21 12:00:00', fill: '#ff0' },
  geometry: squareAt(-98, 34, 2),
});
const fileOf = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });

describe('eros/feed', () => {
  const now = new Date('2026-05-20T22:18:00Z');
  let provider: ChangingFiles;
  let context: FeedContext;
  let close: () => Promise<void>;
  let feed: Feed;

  beforeEach(async function () {
    this.timeout(60_000);
    provider = new ChangingFiles();
    provider.files.set('Day1_Latest', fileOf(area('Marginal (At Least 5%)'), area('Slight (At Least 15%)')));
    for (const day of [2, 3]) provider.files.set(`Day${day}_Latest`, fileOf());
    feed = createWpcEros();
    ({ context, close } = await feedContext(provider, () => now));
  });
  afterEach(() => close());

  const categories = async () => {
    const search = { day: 1, type: 'rainfall', active: true, at: now, limit: 100, offset: 0 };
    return (await context.db.eros.search(search)).rows.map(({ risk, riskRank }) => `${riskRank} ${risk}`).sort();
  };

  it('stores the outlook separately from convective outlooks, and is idempotent', async () => {
    expect(await feed.run(context)).to.deep.include({ new: 2, changed: 0, refused: [] });
    expect(await createWpcEros().run(context)).to.deep.include({ new: 0, changed: 0, refused: [] });
    expect(await categories()).to.deep.equal(['1 MRGL', '2 SLGT']);
    expect((await context.db.dataSets.all()).map(({ name }) => name)).to.deep.equal(['eros']);
  });

  it('accepts an empty outlook after it repeats, and never a missing file', async () => {
    await feed.run(context);
    provider.files.delete('Day1_Latest');
    for (let i = 0; i < 5; i++) expect((await feed.run(context)).refused[0].what).to.equal('Day1_Latest');
    provider.files.set('Day1_Latest', fileOf());
    for (let i = 0; i < 2; i++) expect((await feed.run(context)).refused).to.have.length(1);
    expect(await categories()).to.have.length(2);
    expect(await feed.run(context)).to.deep.include({ changed: 2, refused: [] });
    expect(await categories()).to.deep.equal([]);
  });

  it('refuses an area that ends before it begins or was issued, which would keep out good ones', async () => {
    await feed.run(context);
    const good = area('Slight (At Least 15%)');
    const times = [
      { START_TIME: '2026-05-21 12:00:00', END_TIME: '2026-05-20 16:00:00' },
      { ISSUE_TIME: '2026-05-21 12:00:00' },
    ];
    const bad = times.map((wrong) => ({ ...good, properties: { ...good.properties, ...wrong } }));
    provider.files.set('Day1_Latest', fileOf(...bad));
    expect((await feed.run(context)).refused[0].why).to.include('expected an end after its start and its issue');
    expect(await categories()).to.deep.equal(['1 MRGL', '2 SLGT']);
  });

  it('treats a provider without any file as failed', async () => {
    await feed.run(context);
    provider.files.clear();
    expect(await feed.run(context).catch((thrown: unknown) => thrown)).to.be.instanceOf(DataError);
    expect(await categories()).to.have.length(2);
  });
});
