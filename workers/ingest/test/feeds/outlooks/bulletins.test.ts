import { readFileSync } from 'node:fs';
import type { Area } from '@severe/geo';
import { sharedFile } from '@severe/testing/shared';
import { expect } from 'chai';
import { outlookBulletins } from '../../../src/feeds/outlooks/bulletins.ts';
import { createSpcOutlooks } from '../../../src/feeds/outlooks/feed.ts';
import { parseOutlookPoints } from '../../../src/feeds/outlooks/parse-points.ts';
import type { FeedContext } from '../../../src/feed.ts';
import type { Fetcher } from '../../../src/fetch/fetcher.ts';
import { simulatedBulletins, simulatedPage } from '../../support/simulated.ts';
import { squareDegrees } from '../../support/square-degrees.ts';
import { feedContext } from '../../support/stand-ins.ts';

let now = new Date('2026-05-20T22:18:00Z');
const square = '35009800 37009800 37009600 35009600 35009800';
const points = (sections: string[], heading = 'WUUS01 KWNS 202003') =>
  [heading, 'PTSDY1', '', '0300 PM CDT WED MAY 20 2026', '', 'VALID TIME 202000Z - 211200Z', '', ...sections, ''].join(
    '\n',
  );
const section = (title: string, ...entries: string[]) => [`... ${title} ...`, '', ...entries, '&&', ''].join('\n');

describe('outlooks/bulletins', () => {
  let context: FeedContext;
  let close: () => Promise<void>;

  before(async function () {
    this.timeout(60_000);
    const changedText = async (url: string) => ({ text: simulatedPage(url, now) ?? '{"type":"FeatureCollection","features":[]}', markStored() {} }); // prettier-ignore
    ({ context, close } = await feedContext({ changedText } as unknown as Fetcher, () => now));
  });
  after(() => close());

  const store = (...texts: string[]) => outlookBulletins.store(context, texts);
  const inForce = async (day: number, type: string) => {
    const { rows } = await context.db.outlooks.search({ day, type, active: true, at: now, limit: 100, offset: 0 });
    return rows;
  };
  const risks = async (day: number, type: string) => (await inForce(day, type)).map(({ risk }) => risk).toSorted();

  it('store each outlook of the text, and clear one that the text says has no area', async () => {
    const first = [section('TORNADO', `0.05   ${square}`, `SIGN   ${square}`), section('HAIL', `0.15   ${square}`)];
    expect(await store(points(first))).to.deep.include({ new: 3, changed: 0, refused: [] });
    expect(await risks(1, 'tornado')).to.deep.equal(['5', 'SIGN']);
    expect(await store(points(first))).to.deep.include({ new: 0, changed: 0, unchanged: 3 });
    const later = points([section('TORNADO'), section('HAIL', `0.15   ${square}`)]).replaceAll('0300 PM', '0415 PM');
    await store(later.replace('KWNS 202003', 'KWNS 202118'));
    expect(await risks(1, 'tornado')).to.deep.equal([]);
    expect(await risks(1, 'hail')).to.deep.equal(['15']);
    expect(await store(points(first))).to.deep.include({ new: 0, changed: 0 }); // older
  });

  it('replace an issuance by its correction, but not by the same text sent again', async () => {
    const at = (text: string) => text.replace('0300 PM', '0430 PM').replace('KWNS 202003', 'KWNS 202133');
    const moved = at(points([section('WIND', `0.15   ${square}`)]));
    expect(await store(moved)).to.include({ new: 1 });
    const again = at(points([section('WIND', `0.30   ${square}`)]));
    expect(await store(again)).to.include({ new: 0 });
    expect(await store(again.replace('202133', '202140 CCA'))).to.include({ new: 1, changed: 1 });
    expect(await risks(1, 'wind')).to.deep.equal(['30']);
  });

  it('join the parts of one label, and end a section where the next one begins', () => {
    const text = points([
      `... TORNADO ...\n\n0.02   ${square}\n0.02   30009800 31009800 31009600 30009600\n       30009800\n\n... HAIL ...\n\n0.05   ${square}\n`,
      'THERE IS A RISK TO THE RIGHT OF A LINE FROM 10 E OUN\n',
    ]);
    const { rows, covered, refused } = parseOutlookPoints(text, now);
    expect(rows.map(({ type, risk, area }) => [type, risk, squareDegrees(area)])).to.deep.equal([['tornado', '2', 6], ['hail', '5', 4]]); // prettier-ignore
    expect({ covered, refused }).to.deep.equal({
      covered: [{ day: 1, type: 'tornado' }, { day: 1, type: 'hail' }], // prettier-ignore
      refused: [],
    });
  });

  it('refuse an area that is larger than that of thunderstorms', () => {
    const text = points([
      section('WIND', 'SIGN   49509800 38009800 25009800'),
      section('CATEGORICAL', `TSTM   ${square}`),
    ]);
    expect(parseOutlookPoints(text, now).refused.map(({ what }) => what)).to.deep.equal(['PTSDY1 day 1 SIGN']);
  });

  it('give the days of a label such as D4-5', () => {
    const text = `WUUS48 KWNS 200857\nPTSD48\n\nVALID TIME 231200Z - 281200Z\n\nSEVERE WEATHER OUTLOOK POINTS DAY 4-8\n\n${section('ANY SEVERE', `D4-5   ${square}`)}`;
    const { rows, covered } = parseOutlookPoints(text, now);
    expect(rows.map(({ day }) => day)).to.deep.equal([4, 5]);
    expect(covered.map(({ day }) => day)).to.deep.equal([4, 5, 6, 7, 8]);
  });

  it('give the same outlooks as the files of the provider, whichever come first, without doubles', async () => {
    now = new Date('2026-05-21T22:18:00Z'); // later than the texts above
    const texts = simulatedBulletins('PTS', now).map(({ text }) => text);
    const ladder = async () => {
      const all = [1, 2].flatMap((day) =>
        ['categorical', 'tornado', 'hail', 'wind'].map((type) => [day, type] as const),
      );
      const days = [...all, ...[3, 4, 5, 6, 7, 8].map((day) => [day, 'categorical'] as const)];
      const found = await Promise.all(days.map(([day, type]) => inForce(day, type)));
      return found
        .flat()
        .map(({ day, type, risk, probability, validFrom, validTo, geometry, fill, colour }) => {
          const size = squareDegrees(JSON.parse(geometry) as Area).toFixed(0);
          return { day, type, risk, probability, fill, colour, validFrom, validTo, size };
        })
        .toSorted((a, b) => `${a.day}${a.type}${a.risk}`.localeCompare(`${b.day}${b.type}${b.risk}`));
    };
    expect((await store(...texts)).refused).to.deep.equal([]);
    const fromTexts = await ladder();
    expect(fromTexts.length).to.be.greaterThan(5);
    await createSpcOutlooks().run(context);
    const withoutColours = (rows: object[]) => rows.map((row) => ({ ...row, fill: null, colour: null }));
    expect(withoutColours(await ladder())).to.deep.equal(withoutColours(fromTexts));
    expect(await store(...texts)).to.include({ new: 0, changed: 0 });
  });

  /** Square degrees of the areas in pyIEM 1.28.1, which closes lines at the same border. */
  const oracle: Record<string, Record<string, number>> = {
    PTSDY1_complex: { tornado2: 168.22, wind5: 282.14, hail5: 260.32, tornado5: 24.49, wind15: 171.07, TSTM: 606.33, SLGT: 171.67, hailSIGN: 7.43 }, // prettier-ignore
    PTSDY1_hole: { wind5: 74.59, hail5: 57.56, TSTM: 315.29, MRGL: 74.52 },
    PTSDY1_nogeom: { tornado2: 93.41, wind5: 163.75, tornado10: 12.93, wind30: 41.5, TSTM: 480.83, MRGL: 164.05, SLGT: 95.91, ENH: 42.15 }, // prettier-ignore
    PTSDY1_bigenh: { tornado2: 77.87, hail5: 134.73, wind30: 11.2, TSTM: 455.86, MRGL: 142.5, ENH: 17.5 },
    PTSDY2: { severe5: 157.45, severe15: 96.48, severe30: 9.5, TSTM: 286.31, SLGT: 96.13, severeSIGN: 11.78 },
    PTSDY3_CIG1: { severe5: 81.42, severeCIG1: 32.92, TSTM: 293.11, MRGL: 81.27, SLGT: 24.58 },
    PTSD48: { 15: 40.05 },
  };

  it('have the areas of pyIEM', function () {
    for (const [name, sizes] of Object.entries(oracle)) {
      const file = sharedFile(this, `data/upstream/outlooks/text/SPCPTS_${name}.txt`);
      const { rows } = parseOutlookPoints(readFileSync(file), now);
      const ours = Object.fromEntries(
        rows.map(({ type, risk, area }) => [type === 'categorical' ? risk : `${type}${risk}`, squareDegrees(area)]),
      );
      for (const [key, size] of Object.entries(sizes)) {
        expect(ours[key] / size, `${name} ${key}`).to.be.within(0.97, 1.03);
      }
    }
  });
});
