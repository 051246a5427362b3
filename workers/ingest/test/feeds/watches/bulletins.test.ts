import { expect } from 'chai';
import { createSpcWatches } from '../../../src/feeds/watches/feed.ts';
import { watchBulletins } from '../../../src/feeds/watches/bulletins.ts';
import type { FeedContext } from '../../../src/feed.ts';
import { ChangingFiles } from '../../support/changing-files.ts';
import { simulatedBulletins, simulatedPage } from '../../support/simulated.ts';
import { feedContext } from '../../support/stand-ins.ts';

const now = new Date('2026-05-20T22:18:00Z');

const saw = (number: number, lines: string[], heading = 'WWUS30 KWNS 202029') =>
  [`${heading}\nSAW${number % 10}\nSPC AWW 202029`, `WW ${number} TORNADO OK TX CW 202035Z - 210300Z`, ...lines].join(
    '\n',
  );
const box = 'LAT...LON 36990273 36069666 34349697 35270302';
const sawCancelled = (number: number) => `WWUS30 KWNS 202130\nSAW3\nSPC AWW 202130\nWW ${number} TORNADO CANCELLED\n`;
const wou = (action: string, until: string) =>
  ['WOUS64 KWNS 202100\nWOU2\n\nOKC027-109-210300-', `/O.${action}.KWNS.TO.A.0212.260520T2035Z-${until}/\n\n$$\n`].join(
    '\n',
  );

describe('watches/bulletins', () => {
  let provider: ChangingFiles;
  let context: FeedContext;
  let close: () => Promise<void>;

  before(async function () {
    this.timeout(60_000);
    provider = new ChangingFiles();
    ({ context, close } = await feedContext(provider, () => now));
  });
  beforeEach(async () => {
    await context.db.watches.store([], true); // ends all
  });
  after(() => close());

  const store = (...texts: string[]) => watchBulletins.store(context, texts);
  const watch = async (number: number) => {
    const { rows } = await context.db.watches.search({ active: false, at: now, limit: 100, offset: 0 });
    return rows.find((row) => row.number === number)!;
  };

  it('store one watch from its texts, in any order, and nothing the second time', async () => {
    const hail = 'HAIL SURFACE AND ALOFT..1 3/4 INCHES. WIND GUSTS..60 KNOTS.';
    const wwp =
      'WWUS40 KWNS 202029\nWWP2\n\nWT 0212 PDS\nPROB OF 2 OR MORE TORNADOES : >95%\nPARTICULARLY DANGEROUS SITUATION : YES\n';
    const texts = [wwp, wou('NEW', '260521T0300Z'), saw(212, [hail, '', box])];
    expect(await store(...texts)).to.deep.include({ new: 1, changed: 0, refused: [] });
    expect(await watch(212)).to.deep.include({
      year: 2026,
      type: 'TOR',
      status: 'active',
      pds: true,
      maxHailIn: 1.75,
      maxWindKt: 60,
      issuedAt: new Date('2026-05-20T20:35:00Z'),
      expiresAt: new Date('2026-05-21T03:00:00Z'),
      states: ['OK'], // those of the counties
      counties: ['40027', '40109'],
    });
    expect((await watch(212)).probabilities).to.include({ tornado2OrMore: 95 });
    expect(await store(...texts)).to.deep.include({ new: 0, changed: 0, unchanged: 1 });
  });

  it('extend a watch, cancel it, and never make it active again', async () => {
    await store(saw(213, [box]));
    expect(await store(wou('EXT', '260521T0500Z').replace('0212', '0213'))).to.include({ changed: 1 });
    expect((await watch(213)).expiresAt).to.deep.equal(new Date('2026-05-21T05:00:00Z'));
    expect(await store(sawCancelled(213))).to.include({ changed: 1 });
    expect(await watch(213)).to.deep.include({ status: 'ended', expiresAt: new Date('2026-05-20T21:30:00Z') });
    expect(await store(saw(213, [box]))).to.include({ changed: 0, unchanged: 1 });
    expect((await watch(213)).status).to.equal('ended');
  });

  it('end a watch when another one replaces it', async () => {
    await store(saw(214, [box]));
    expect(await store(saw(215, ['REPLACES WW 214..OK TX', '', box]))).to.include({ new: 1, changed: 1 });
    expect(await watch(214)).to.deep.include({ status: 'ended', expiresAt: new Date('2026-05-20T20:35:00Z') });
  });

  it('change an outline only by a correction', async () => {
    const moved = 'LAT...LON 36990273 36069666 34349697 35270333';
    await store(saw(216, [box]));
    expect(await store(saw(216, [moved]))).to.include({ changed: 0 });
    expect(await store(saw(216, [moved], 'WWUS30 KWNS 202040 CCA'))).to.include({ changed: 1 });
    expect((await watch(216)).geometry).to.contain('-103.33,35.27');
  });

  it('count exercises and texts about watches that nobody has told of, and refuse other bulletins', async () => {
    const test = saw(9999, [box]);
    const { ignored, refused, ...counts } = await store(test, sawCancelled(999), 'WUUS01 KWNS 202000\nPTSDY1\n');
    expect(counts).to.include({ new: 0, changed: 0, unchanged: 0 });
    expect(ignored).to.deep.equal({ exercise: 1, 'about a watch that is not stored': 1 });
    expect(refused).to.deep.equal([
      {
        what: 'WUUS01 KWNS 202000 PTSDY1',
        why: 'expected SEL, SAW, WWP or WOU, got "PTSDY1" (points of a convective outlook)',
      },
    ]);
  });

  it('give the same rows as the list of the provider, whichever comes first', async () => {
    const listUrl = 'https://mesonet.agron.iastate.edu/json/spcwatch.py';
    const list = simulatedPage(listUrl, now)!;
    const texts = ['SAW', 'SEL', 'WWP'].flatMap((code) => simulatedBulletins(code, now)).map(({ text }) => text);
    const active = async () => (await context.db.watches.search({ active: true, at: now, limit: 100, offset: 0 })).rows;
    provider.files.set('spcwatch', list);
    expect((await store(...texts)).refused).to.deep.equal([]);
    const fromTexts = await active();
    expect(fromTexts.length).to.be.greaterThan(0);
    expect(await createSpcWatches().run(context)).to.include({ new: 0 });
    const fromBoth = await active();
    const withoutUrl = (rows: object[]) => rows.map((row) => ({ ...row, url: null }));
    expect(withoutUrl(fromBoth)).to.deep.equal(withoutUrl(fromTexts));
    expect(await store(...texts)).to.include({ new: 0, changed: 0 });
    expect(await active()).to.deep.equal(fromBoth);
  });
});
