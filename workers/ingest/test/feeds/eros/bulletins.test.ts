import { readFileSync } from 'node:fs';
import { areaHolds, type Area } from '@severe/geo';
import { sharedFile } from '@severe/testing/shared';
import { expect } from 'chai';
import { eroBulletins } from '../../../src/feeds/eros/bulletins.ts';
import { createWpcEros } from '../../../src/feeds/eros/feed.ts';
import { parseEroText } from '../../../src/feeds/eros/parse-text.ts';
import type { FeedContext } from '../../../src/feed.ts';
import type { Fetcher } from '../../../src/fetch/fetcher.ts';
import { squareDegrees } from '../../support/square-degrees.ts';
import { feedContext } from '../../support/stand-ins.ts';

const now = new Date('2026-05-20T18:00:00Z');
const risk = (category: string, line: string) => `${category} RISK OF RAINFALL EXCEEDING FFG TO THE RIGHT OF A LINE FROM\n${line}.\n`; // prettier-ignore
const text = (...risks: string[]) =>
  ['MENC98 KWNH 201602\nRBG94E\n', 'Valid 16Z Wed May 20 2026 - 12Z Thu May 21 2026\n', ...risks].join('\n');
/** Oklahoma City, Tulsa, Dallas and Wichita Falls, clockwise from the north-west. */
const ring = 'GAG 20 N TUL 30 E DAL\n15 SSW SPS KGAG';

describe('eros/bulletins', () => {
  let context: FeedContext;
  let close: () => Promise<void>;
  let files: object[][] = [[], [], []];

  before(async function () {
    this.timeout(60_000);
    const changedText = async (url: string) => {
      const features = files[Number(/Day(\d)/.exec(url)![1]) - 1];
      return { text: JSON.stringify({ type: 'FeatureCollection', features }), markStored() {} };
    };
    ({ context, close } = await feedContext({ changedText } as unknown as Fetcher, () => now));
  });
  after(() => close());

  const store = (...texts: string[]) => eroBulletins.store(context, texts);
  const inForce = async () =>
    (await context.db.eros.search({ day: 1, type: 'rainfall', active: true, at: now, limit: 10, offset: 0 })).rows;

  it('draw lines by distances from stations, in several parts, with the area on the right', () => {
    const { rows, refused } = parseEroText(
      text(risk('SLIGHT', `${ring} ...CONT... 30 S BRO MAF 40 NNW DEN 60 N MOT`)),
      now,
    );
    expect(refused).to.deep.equal([]);
    const [{ area, category, lines }] = rows;
    expect([category, lines.length]).to.deep.equal(['SLGT', 2]);
    expect(([[-97.5, 35.4], [-90, 40], [-110, 40]] as [number, number][]).map((place) => areaHolds(area, place))).to.deep.equal([true, true, false]); // prettier-ignore
  });

  it('refuse an area with unknown stations, and keep the others', () => {
    const { rows, refused } = parseEroText(text(risk('MARGINAL', ring), risk('HIGH', '10 E XQX GAG TUL DAL XQX')), now);
    expect(rows.map(({ category }) => category)).to.deep.equal(['MRGL']);
    expect(refused).to.deep.equal([{ what: 'RBG94E HIGH', why: 'expected known stations, got XQX, XQX' }]);
  });

  it('stand in for the file of a day and give way to it, without doubles', async () => {
    expect(await store(text(risk('SLIGHT', ring)))).to.deep.include({ new: 1, refused: [] });
    const [fromText] = await inForce();
    expect(fromText).to.deep.include({ risk: 'SLGT', probability: 0.15, validTo: new Date('2026-05-21T12:00:00Z') });
    const properties = { OUTLOOK: 'Slight (At Least 15%)', ISSUE_TIME: '2026-05-20 16:03:00', START_TIME: '2026-05-20 16:00:00', END_TIME: '2026-05-21 12:00:00' }; // prettier-ignore
    files = [[{ type: 'Feature', properties, geometry: JSON.parse(fromText.geometry) as Area }], [], []];
    await createWpcEros().run(context);
    const fromBoth = await inForce();
    expect(fromBoth.map((each) => each.risk)).to.deep.equal(['SLGT']);
    expect(await store(text(risk('SLIGHT', ring)))).to.include({ new: 0, changed: 0, unchanged: 1 });
    expect(await inForce()).to.deep.equal(fromBoth);
  });

  it('clear a day without risk', async () => {
    const none = text('The probability of rainfall exceeding flash flood guidance is less than 5 percent.');
    await store(none.replace('201602', '201702'));
    expect(await inForce()).to.deep.equal([]);
  });

  /** Square degrees of the areas in pyIEM 1.28.1, which clips them to the border; of those within it. */
  const oracle: Record<string, Record<string, number>> = {
    RBG94E: { MRGL: 188.75, SLGT: 28.54 },
    RBG98E: { MRGL: 111.51 },
  };

  it('have the areas of pyIEM', function () {
    for (const [name, sizes] of Object.entries(oracle)) {
      const file = sharedFile(this, `data/upstream/ero/text/ERO_${name}.txt`);
      const { rows } = parseEroText(readFileSync(file), now);
      for (const [category, size] of Object.entries(sizes)) {
        const { area } = rows.find((row) => row.category === category)!;
        expect(squareDegrees(area) / size, `${name} ${category}`).to.be.within(0.97, 1.03);
      }
    }
  });
});
