import { expect } from 'chai';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import type { FeedContext } from '../../../src/feed.ts';
import { zoneOffices } from '../../../src/feeds/nws-zones/offices.ts';
import type { Fetcher } from '../../../src/fetch/fetcher.ts';
import { feedContext } from '../../support/stand-ins.ts';

describe('feeds/nws-zones/offices', () => {
  let context: FeedContext;
  let close: () => Promise<void>;
  let answer: string | undefined;
  let asked = 0;

  beforeEach(async () => {
    asked = 0;
    const text: Fetcher['text'] = async () => {
      asked++;
      return answer;
    };
    ({ context, close } = await feedContext({ text } as Fetcher, () => new Date('2026-05-20T22:20:00Z')));
  });
  afterEach(() => close());

  const county = (ugc: string, wfo: string | null) => ({
    kind: 'county' as const,
    ugc,
    name: ugc,
    state: 'OK',
    wfo,
    simplified: true,
    shape: JSON.stringify(squareAt(-97.7, 35, 0.6)),
  });
  const listed = (id: string, ...cwa: string[]) => ({ type: 'Feature', properties: { id, cwa }, geometry: null });
  const offices = async () => (await context.db.zones.counties('OK')).map(({ ugc, wfo }) => `${ugc} ${wfo}`);

  it('are requested once after the counties are loaded', async () => {
    answer = JSON.stringify({
      type: 'FeatureCollection',
      features: [listed('OKC027', 'OUN', 'TSA'), listed('OKC029')],
    });
    await zoneOffices.run(context);
    expect(asked).to.equal(0);
    await context.db.zones.put([county('OKC027', null)]);
    expect(await zoneOffices.run(context)).to.include({ changed: 1 });
    await zoneOffices.run(context);
    expect(asked).to.equal(1);
    expect(await offices()).to.deep.equal(['OKC027 OUN']);
  });

  it('keep their office when a shape without one is stored', async () => {
    await context.db.zones.put([county('OKC027', 'OUN')]);
    await context.db.zones.put([{ ...county('OKC027', null), simplified: false }]);
    expect(await offices()).to.deep.equal(['OKC027 OUN']);
  });

  it('are skipped if the list does not exist', async () => {
    answer = undefined;
    await context.db.zones.put([county('OKC027', null)]);
    expect(await zoneOffices.run(context)).to.include({ changed: 0 });
  });
});
