import { areaHolds } from '@severe/geo';
import { expect } from 'chai';
import { parseOutlookPoints } from '../../../src/feeds/outlooks/parse-points.ts';
import { collectingUnknownWords } from '../../../src/parse/unknown-words.ts';
import { refusalOf } from '../../support/refusal.ts';
import { squareDegrees } from '../../support/square-degrees.ts';

const near = new Date('2026-05-20T22:18:00Z');
/** Clockwise, of 2° by 2° at 35 N 98 W. */
const square = '35009800 37009800 37009600 35009600 35009800';
const other = '30009800 31009800 31009600 30009600 30009800';
/** Northward from below Texas to above North Dakota: the east of the country is on the right. */
const eastward = '25009800 38009800 49509800';

interface Parts {
  heading?: string;
  awips?: string;
  local?: string;
  valid?: string;
}
const text = (sections: string[], { heading = 'WUUS01 KWNS 202003', awips = 'PTSDY1', local = '0300 PM CDT WED MAY 20 2026', valid = 'VALID TIME 202000Z - 211200Z' }: Parts = {}) =>
  [heading, awips, '', local, '', valid, '', ...sections, ''].join('\n'); // prettier-ignore
const section = (title: string, ...entries: string[]) => [`... ${title} ...`, '', ...entries, '&&', ''].join('\n');
const read = (...given: Parameters<typeof text>) => parseOutlookPoints(text(...given), near);
const tornado = section('TORNADO', `0.05   ${square}`);
const found = ({ rows }: ReturnType<typeof read>) =>
  rows.map(({ day, type, risk, area }) => `${day} ${type} ${risk} ${squareDegrees(area)}`);

describe('outlooks/parse-points', () => {
  it('reads every field of an area', () => {
    expect(read([tornado])).to.deep.equal({
      rows: [
        {
          day: 1,
          type: 'tornado',
          risk: '5',
          riskRank: null,
          probability: 0.05,
          significant: false,
          issuedAt: new Date('2026-05-20T20:00:00Z'),
          validFrom: new Date('2026-05-20T20:00:00Z'),
          validTo: new Date('2026-05-21T12:00:00Z'),
          colour: '#7F3F27',
          fill: '#BD998A',
          area: { type: 'Polygon', coordinates: [[[-98, 35], [-96, 35], [-96, 37], [-98, 37], [-98, 35]]] }, // prettier-ignore
        },
      ],
      refused: [],
      ignored: {},
      issuedAt: new Date('2026-05-20T20:00:00Z'),
      isCorrection: false,
      covered: [{ day: 1, type: 'tornado' }],
    });
  });

  it('takes the day from the identifier, and refuses other products', () => {
    const dayOf = (awips: string) => read([tornado], { awips }).covered;
    expect(['PTSDY1', 'PTSDY2', 'PTSDY3'].flatMap(dayOf).map(({ day }) => day)).to.deep.equal([1, 2, 3]);
    for (const awips of ['PTSDY4', 'PTSD38', 'SWODY1'])
      expect(refusalOf(() => dayOf(awips))).to.include(
        `bulletin: expected PTSDY1, PTSDY2, PTSDY3 or PTSD48, got "${awips}" (`,
      );
  });

  it('reads the valid time, however it is spaced', () => {
    for (const valid of [
      'VALID TIME 202000Z - 211200Z',
      'Valid  Time  202000  -  211200',
      'VALID TIME 202000Z-211200Z',
    ]) {
      const [{ validFrom, validTo }] = read([tornado], { valid }).rows;
      expect([validFrom, validTo], valid).to.deep.equal([new Date('2026-05-20T20:00Z'), new Date('2026-05-21T12:00Z')]);
    }
    for (const valid of ['', 'VALID TIME 2000Z - 1200Z'])
      expect(refusalOf(() => read([tornado], { valid }))).to.equal('time: expected VALID TIME DDHHMMZ - DDHHMMZ');
  });

  it('was issued at the local time, if that is less than 45 minutes from the heading', () => {
    const issued = (local: string) => {
      const { issuedAt, rows } = read([tornado], { local });
      expect(rows[0].issuedAt).to.deep.equal(issuedAt);
      return issuedAt.toISOString().slice(11, 16);
    };
    // The heading says 20:03 UTC; CDT is UTC - 5.
    expect(issued('0219 PM CDT WED MAY 20 2026')).to.equal('19:19');
    expect(issued('0218 PM CDT WED MAY 20 2026')).to.equal('20:03');
    expect(issued('0347 PM CDT WED MAY 20 2026')).to.equal('20:47');
    expect(issued('0348 PM CDT WED MAY 20 2026')).to.equal('20:03');
    expect(issued('')).to.equal('20:03');
  });

  it('knows a correction by its heading', () => {
    const isCorrection = (amendment: string) =>
      read([tornado], { heading: `WUUS01 KWNS 202003${amendment}` }).isCorrection;
    expect(['', ' CCA', ' CCB', ' AAA', ' RRA', ' ACC'].map(isCorrection)).to.deep.equal([false, true, true, false, false, false]); // prettier-ignore
  });

  it('leaves out what an unknown title has, and no more', async () => {
    const frogs = section('FROGS', `0.05   ${square}`, `       ${square}`);
    const { result, unknownWords } = await collectingUnknownWords(() => read([frogs, tornado]));
    expect(found(result)).to.deep.equal(['1 tornado 5 4']);
    expect(result.covered).to.deep.equal([{ day: 1, type: 'tornado' }]);
    expect(unknownWords).to.deep.equal([{ field: 'title', word: 'FROGS', count: 1 }]);
    expect(found(read([frogs.replace('&&\n', ''), tornado]))).to.deep.equal(['1 tornado 5 4']);
  });

  it('joins the entries of one label and type', () => {
    const twice = section('HAIL', `0.05   ${square}`, `0.05   ${other}`);
    expect(found(read([twice, tornado]))).to.deep.equal(['1 hail 5 6', '1 tornado 5 4']);
  });

  it('continues an entry on lines that begin with blanks, until anything else', () => {
    const [a, b, ...rest] = square.split(' ');
    const broken = `0.05   ${a} ${b}\n\n       ${rest.join(' ')}`;
    expect(found(read([section('HAIL', broken)]))).to.deep.equal(['1 hail 5 4']);
    expect(found(read([section('HAIL', `0.05   ${square}`, '&&', `0.15   ${other}`)]))).to.deep.equal(['1 hail 5 4']);
  });

  it('refuses a bulletin with positions that have no label, which is not one without areas', () => {
    const why = (...lines: string[]) => refusalOf(() => read([section('HAIL', ...lines)]));
    const got = 'bulletin: expected a label and positions, got "35009800 37009800 37009600 35009600 350';
    expect(why('SLGT', `       ${square}`)).to.equal(got);
    expect(why(`0.05   ${other}`, '&&', `       ${square}`)).to.equal(got);
    expect(why('35009800')).to.equal('bulletin: expected a label and positions, got "35009800"');
  });

  it('ends a section at a description in words, also with numbers', () => {
    for (const words of ['THERE IS A RISK WITHIN', 'ENDS AT35009800', '350098001', '&&\n 10 E OUN', '&&\n  35009800 E'])
      expect(found(read([section('HAIL', `0.05   ${square}`, words, `0.15   ${other}`)])), words).to.deep.equal(['1 hail 5 4']); // prettier-ignore
  });

  it('has an unknown label as it is', () => {
    const { rows, refused } = read([section('HAIL', `0.05   ${square}`, `FROG   ${square}`)]);
    expect(rows.map(({ risk, riskRank, probability }) => [risk, riskRank, probability])).to.deep.equal([['5', null, 0.05], ['FROG', null, null]]); // prettier-ignore
    expect(refused).to.deep.equal([]);
  });

  describe('with the area of thunderstorms', () => {
    const why = 'expected an area within that of thunderstorms, got a larger one';
    const thunder = (...positions: string[]) => section('CATEGORICAL', ...positions.map((each) => `TSTM   ${each}`));
    const hail = (positions: string) => section('HAIL', `0.15   ${positions}`);

    it('refuses a line that encloses more', () => {
      // 20° by 15° are 300 square degrees, 31° by 25° are 775; east of 98 W the country and its waters have some 500.
      const size = squareDegrees(read([hail(eastward)]).rows[0].area);
      expect(size).to.be.within(301, 774);
      const { rows, refused } = read([hail(eastward), thunder('30009800 45009800 45007800 30007800 30009800')]);
      expect([rows.map(({ risk }) => risk), refused]).to.deep.equal([['TSTM'], [{ what: 'PTSDY1 day 1 0.15', why }]]);
      const wider = read([hail(eastward), thunder('25009800 50009800 50006700 25006700 25009800')]);
      expect([wider.rows.length, wider.refused]).to.deep.equal([2, []]);
    });

    it('reads the rings of a label of which one line encloses more, and reports the line', () => {
      const { rows, refused } = read([hail(`${square} 99999999 ${eastward}`), thunder(square)]);
      expect(rows.map(({ risk, area }) => [risk, squareDegrees(area)])).to.deep.equal([['15', 4], ['TSTM', 4]]); // prettier-ignore
      expect(refused).to.deep.equal([{ what: 'PTSDY1 day 1 0.15', why }]);
    });

    it('takes the size without holes, and does not measure the area itself by it', () => {
      const hole = '35009000 35008800 37008800 37009000 35009000'; // anticlockwise
      const { rows, refused } = read([thunder(`${eastward} 99999999 ${hole}`)]);
      expect(refused).to.deep.equal([]);
      const held = (lon: number, lat: number) => areaHolds(rows[0].area, [lon, lat]);
      expect([held(-92, 36), held(-89, 36), held(-100, 36)]).to.deep.equal([true, false, false]);
    });

    it('measures by no size if that area cannot be read', () => {
      const { rows, refused } = read([thunder('3500980 37009800'), hail(eastward)]);
      expect(rows.map(({ type }) => type)).to.deep.equal(['hail']);
      expect(refused).to.deep.equal([
        { what: 'PTSDY1 day 1 TSTM', why: 'expected 8 digits of a position, got "3500980"' },
      ]);
    });
  });

  describe('of days 4 to 8', () => {
    const days = (...sections: string[]) =>
      read(sections, { heading: 'WUUS48 KWNS 200857', awips: 'PTSD48', local: '0357 AM CDT WED MAY 20 2026', valid: 'VALID TIME 231200Z - 281200Z' }); // prettier-ignore
    const ofDay = (day: string, ...entries: string[]) =>
      `SEVERE WEATHER OUTLOOK POINTS DAY ${day}\n\n${section('ANY SEVERE', ...entries)}`;

    it('reads one section for each day, of 24 hours', () => {
      const read = days(ofDay('4', `0.15   ${square}`), ofDay('5'), ofDay('8', `0.30   ${other}`));
      expect(read.refused).to.deep.equal([]);
      expect(read.rows.map(({ day, type, riskRank, validFrom, validTo }) => ({ day, type, riskRank, validFrom, validTo }))).to.deep.equal([
        { day: 4, type: 'categorical', riskRank: 3, validFrom: new Date('2026-05-23T12:00Z'), validTo: new Date('2026-05-24T12:00Z') },
        { day: 8, type: 'categorical', riskRank: 4, validFrom: new Date('2026-05-27T12:00Z'), validTo: new Date('2026-05-28T12:00Z') },
      ]); // prettier-ignore
      expect(read.covered).to.deep.equal([4, 5, 8].map((day) => ({ day, type: 'categorical' })));
    });

    it('reads one section for all days, whose labels are days', () => {
      const { rows, covered } = days(ofDay('4-8', `D4-5   ${square}`, `D7   ${other}`, `D6-D8   ${square}`));
      const sizes = rows.map(({ day, area }) => [day, squareDegrees(area)]);
      expect(sizes).to.deep.equal([[4, 4], [5, 4], [7, 2], [6, 4], [7, 4], [8, 4]]); // prettier-ignore
      expect(rows[0]).to.deep.include({ type: 'categorical', risk: 'SEVERE', riskRank: null, probability: null, significant: false, colour: null, fill: null }); // prettier-ignore
      expect(covered).to.deep.equal([4, 5, 6, 7, 8].map((day) => ({ day, type: 'categorical' })));
    });

    it('names a refused area by its day', () => {
      const { refused } = days(ofDay('4-8', 'D5-6   350098'), ofDay('6', `D9   3500`));
      expect(refused.map(({ what }) => what)).to.deep.equal(['PTSD48 day 5 D5-6', 'PTSD48 day 6 D5-6', 'PTSD48 day 6 D9']); // prettier-ignore
    });

    it('has no areas above the first section, which begins a line', () => {
      const above = `THE ${ofDay('7', `0.15   ${square}`)}`;
      expect(days(above, ofDay('6'))).to.deep.include({ rows: [], covered: [{ day: 6, type: 'categorical' }] });
    });
  });
});
