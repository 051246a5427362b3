import { expect } from 'chai';
import { discussionBulletins } from '../../../src/feeds/discussions/bulletins.ts';
import { spcDiscussions } from '../../../src/feeds/discussions/feed.ts';
import type { FeedContext } from '../../../src/feed.ts';
import type { Fetcher } from '../../../src/fetch/fetcher.ts';
import { simulatedPage } from '../../support/simulated.ts';
import { feedContext } from '../../support/stand-ins.ts';

const now = new Date('2026-05-20T22:18:00Z');

const text = (awips: string, title: string, mark: string, box = '36990273 36069666 34349697 35270302') =>
  [
    `${awips === 'FFGMPD' ? 'AWUS01 KWNH' : 'ACUS11 KWNS'} 202130\n${awips}\n${mark}`,
    `${title}\nNWS Center\n0430 PM CDT Wed May 20 2026\n`,
    'Areas affected...Oklahoma\n\nConcerning...Heavy rainfall...Flash flooding likely\n\nValid 202129Z - 210300Z\n',
    `Summary...Storms train.\n\nATTN...WFO...OUN...TSA...\n\nLAT...LON   ${box} \n`,
  ].join('\n');

describe('discussions/bulletins', () => {
  let context: FeedContext;
  let close: () => Promise<void>;

  before(async function () {
    this.timeout(60_000);
    const page = async (url: string) => simulatedPage(url, now);
    const changedText = async (url: string) => ({ text: simulatedPage(url, now)!, markStored() {} });
    ({ context, close } = await feedContext({ text: page, changedText } as unknown as Fetcher, () => now));
  });
  after(() => close());

  const store = (...texts: string[]) => discussionBulletins.store(context, texts);
  const found = async (kind?: 'convective' | 'precipitation') =>
    (await context.db.discussions.search({ kind, active: true, at: now, limit: 100, offset: 0 })).rows;

  it('store discussions of both centers under one number, and each once', async () => {
    const both = [text('FFGMPD', 'Mesoscale Precipitation Discussion 0098', ''), text('SWOMCD', 'Mesoscale Discussion 0098', 'SPC MCD 202130')]; // prettier-ignore
    expect(await store(...both)).to.deep.include({ new: 2, changed: 0, refused: [] });
    expect(await store(...both)).to.include({ new: 0, changed: 0, unchanged: 2 });
    const [rain, ...others] = await found('precipitation');
    expect(others).to.deep.equal([]);
    expect(rain).to.deep.include({
      kind: 'precipitation',
      number: 98,
      year: 2026,
      issuedAt: new Date('2026-05-20T21:30:00Z'),
      expiresAt: new Date('2026-05-21T03:00:00Z'),
      concerning: 'Heavy rainfall...Flash flooding likely',
      wfos: ['OUN', 'TSA'],
      url: 'https://www.wpc.ncep.noaa.gov/metwatch/metwatch_mpd_multi.php?md=0098&yr=2026',
    });
    expect((await found('convective')).map(({ number }) => number)).to.deep.equal([98]);
  });

  it('change an outline only by a correction', async () => {
    const moved = '36990273 36069666 34349697 35270333';
    const sent = (mark: string) => text('SWOMCD', 'Mesoscale Discussion 0099', mark, moved);
    await store(text('SWOMCD', 'Mesoscale Discussion 0099', 'SPC MCD 202130'));
    await store(sent('SPC MCD 202130'));
    const outline = async () => (await found('convective')).find(({ number }) => number === 99)?.geometry;
    expect(await outline()).to.contain('-103.02,35.27');
    await store(sent('SPC MCD 202130 COR'));
    expect(await outline()).to.contain('-103.33,35.27');
  });

  it('give the same rows as the list and pages of the provider, without doubles', async () => {
    await spcDiscussions.run(context);
    const listed = (await found('convective')).filter(({ text: body }) => body?.includes('SIMULATED') || body?.includes('imulated')); // prettier-ignore
    expect(listed.length).to.be.greaterThan(0);
    const texts = listed.map(({ number }) => simulatedPage(`https://www.spc.noaa.gov/products/md/md${String(number).padStart(4, '0')}.txt`, now)!); // prettier-ignore
    expect(await store(...texts)).to.deep.include({ new: 0, changed: 0, unchanged: texts.length, refused: [] });
  });
});
