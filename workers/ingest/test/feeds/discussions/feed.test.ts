import { expect } from 'chai';
import { DataError } from '@severe/base';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { spcDiscussions as feed } from '../../../src/feeds/discussions/feed.ts';
import type { FeedContext } from '../../../src/feed.ts';
import { ChangingFiles } from '../../support/changing-files.ts';
import { feedContext } from '../../support/stand-ins.ts';

const outline = (num: number, change: object = {}) => ({
  type: 'Feature',
  properties: {
    num,
    year: 2026,
    issue: '2026-05-20T21:30:00Z',
    expire: '2026-05-20T23:30:00Z',
    watch_confidence: 80,
    concerning: 'Tornado watch likely',
    ...change,
  },
  geometry: squareAt(-98, 34, 2),
});
const text = (number: string) =>
  [
    'ACUS11 KWNS 202130', 'SWOMCD', 'SPC MCD 202130', 'OKZ000-202330-', '', `Mesoscale Discussion ${number}`,
    'NWS Storm Prediction Center Norman OK', '0430 PM CDT Wed May 20 2026', '', 'Areas affected...Oklahoma', '',
    'Concerning...Tornado watch likely', '', 'Valid 202130Z - 202330Z', '', 'ATTN...WFO...OUN...', '',
    'LAT...LON   35009800 36009800 36009700 35009700', '', 'MOST PROBABLE PEAK WIND GUST...55-70 MPH', '',
  ].join('\n'); // prettier-ignore

describe('discussions/feed', () => {
  const now = new Date('2026-05-20T22:18:00Z');
  let provider: ChangingFiles;
  let context: FeedContext;
  let close: () => Promise<void>;

  beforeEach(async function () {
    this.timeout(60_000);
    provider = new ChangingFiles();
    ({ context, close } = await feedContext(provider, () => now));
  });
  afterEach(() => close());

  const list = (...features: object[]) =>
    provider.files.set('spc_mcd', JSON.stringify({ type: 'FeatureCollection', features }));
  const inForce = async () =>
    (await context.db.discussions.search({ active: true, at: now, limit: 50, offset: 0 })).rows;

  it('stores outlines at once, and each text when it is available', async () => {
    list(outline(845));
    expect(await feed.run(context)).to.deep.include({ new: 1, changed: 0, isResponseValid: true });
    expect((await inForce())[0]).to.deep.include({ number: 845, text: null, wfos: [], watchConfidence: 80 });
    provider.files.set('md0845', text('0845'));
    expect(await feed.run(context)).to.deep.include({ new: 0, changed: 1, refused: [] });
    const [known] = await inForce();
    expect(known).to.deep.include({ wfos: ['OUN'], watchConfidence: 80 });
    expect(known.text).to.include('Areas affected...Oklahoma');
    expect(known.threats).to.deep.include({ peakWindMph: '55-70', hailIn: null });
    list(outline(845), outline(846, { expire: '2026-05-20T22:00:00Z' })); // the list changes, and one has expired
    expect(await feed.run(context)).to.deep.include({ new: 1, changed: 0, refused: [] });
    expect(await inForce()).to.deep.equal([known]);
  });

  it('rejects the text of another discussion', async () => {
    list(outline(845));
    provider.files.set('md0845', text('0844'));
    expect((await feed.run(context)).refused).to.deep.equal([
      { what: 'md0845', why: 'expected number 845 of 2026, got 844 of 2026' },
    ]);
    expect((await inForce())[0].text).to.equal(null);
  });

  it('keeps its rows for any other payload', async () => {
    list(outline(845));
    await feed.run(context);
    list();
    await feed.run(context);
    expect(await inForce()).to.have.length(1);
    for (const answer of [
      '<html></html>',
      '{}',
      JSON.stringify({ type: 'FeatureCollection', features: [outline(1, { issue: 'x' })] }),
    ]) {
      // prettier-ignore
      provider.files.set('spc_mcd', answer);
      expect(await feed.run(context).catch((thrown: unknown) => thrown), answer).to.be.instanceOf(DataError);
    }
    provider.files.clear();
    expect(await feed.run(context).catch((thrown: unknown) => thrown)).to.be.instanceOf(DataError);
    expect(await inForce()).to.have.length(1);
  });
});
