import { loadSettings } from '@severe/base';
import { expect } from 'chai';
import type { FeedContext } from '../../../src/feed.ts';
import { createMping } from '../../../src/feeds/reports/mping-feed.ts';
import { spotterNetwork } from '../../../src/feeds/reports/spotter-network-feed.ts';
import type { Fetcher, FetchOptions } from '../../../src/fetch/fetcher.ts';
import { feedContext } from '../../support/stand-ins.ts';

const hail = (id: number, category = 'Hail') => ({
  id,
  obtime: '2026-05-20T22:10:00Z',
  category,
  description: 'Hail (dime size)',
  geom: { type: 'Point', coordinates: [-97.44, 35.22] },
});

describe('feeds/reports for those who have a key', () => {
  let context: FeedContext;
  let close: () => Promise<void>;
  let now: Date;
  let answers: object[];
  let asked: { url: URL; options: FetchOptions }[];

  beforeEach(async function () {
    this.timeout(60_000);
    [answers, asked] = [[], []];
    const text: Fetcher['text'] = async (url, options = {}) => {
      asked.push({ url: new URL(url), options });
      const answer = answers.shift();
      return answer && JSON.stringify(answer);
    };
    now = new Date('2026-05-20T22:18:00Z');
    const env = { MPING_KEY: 'secret', SPOTTER_NETWORK_ID: 'mine' };
    ({ context, close } = await feedContext({ text } as Fetcher, () => now, env));
  });
  afterEach(() => close());

  const found = async (state?: string) => {
    const { rows } = await context.db.reports.search({ state, limit: 9, offset: 0 });
    return rows.map(({ source, type, magnitude }) => [source, type, magnitude]);
  };

  it('run only with a key', () => {
    for (const feed of [createMping(), spotterNetwork]) {
      expect([feed.isEnabled!(context.settings), feed.isEnabled!(loadSettings({}))]).to.deep.equal([true, false]);
    }
  });

  it('request half a day of mPING at first and then an hour, page by page, from the same host only', async () => {
    const feed = createMping();
    answers = [
      { results: [hail(1), hail(2, 'Rain/Snow')], next: 'https://elsewhere.example/x?obtime_gte=2026&page=2' },
      { results: [hail(3)], next: null },
    ];
    expect(await feed.run(context)).to.deep.include({ new: 2, refused: [] });
    expect(asked.map(({ url }) => `${url.host}${url.pathname}`)).to.deep.equal([
      'mping.ou.edu/mping/api/v2/reports',
      'mping.ou.edu/mping/api/v2/reports',
    ]);
    expect(asked.map(({ options }) => options.authorization)).to.deep.equal(['Token secret', 'Token secret']);
    expect(asked[0].url.searchParams.get('obtime_gte')).to.equal('2026-05-20 10:18:00');
    expect(asked[1].url.searchParams.get('page')).to.equal('2');
    answers = [{ results: [hail(3)], next: null }];
    expect(await feed.run(context)).to.include({ new: 0, unchanged: 1 });
    expect(asked[2].url.searchParams.get('obtime_gte')).to.equal('2026-05-20 21:18:00');
    expect(await found()).to.deep.equal([['mping', 'hail', null], ['mping', 'hail', null]]); // prettier-ignore
  });

  it('request the whole time of an outage from mPING', async () => {
    const feed = createMping();
    answers = [{ results: [], next: null }];
    await feed.run(context);
    now = new Date('2026-05-21T01:18:00Z');
    answers = [{ results: [], next: null }];
    await feed.run(context);
    expect(asked.at(-1)!.url.searchParams.get('obtime_gte')).to.equal('2026-05-20 21:18:00');
  });

  it('send the id of the operator to the Spotter Network', async () => {
    answers = [{ reports: [{ stamp: '2026-05-20 22:05:00', lat: 35.2, lon: -97.4, hail: 1, hailsize: 1.75 }] }];
    expect(await spotterNetwork.run(context)).to.deep.include({ new: 1, refused: [] });
    expect(asked[0].options.post).to.deep.equal({ id: 'mine' });
    expect(await found()).to.deep.equal([['spotter_network', 'hail', 1.75]]);
  });
});
