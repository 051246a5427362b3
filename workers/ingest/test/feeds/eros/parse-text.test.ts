import { surfaceStation } from '@severe/catalogue';
import { areaHolds, destination } from '@severe/geo';
import { expect } from 'chai';
import { parseEroText } from '../../../src/feeds/eros/parse-text.ts';
import { refusalOf } from '../../support/refusal.ts';

const near = new Date('2026-05-20T18:00:00Z');
const valid = 'Valid 16Z Wed May 20 2026 - 12Z Thu May 21 2026';
const read = (lines: string[], { awips = 'RBG94E', heading = 'MENC98 KWNH 201602', validity = valid } = {}) =>
  parseEroText([heading, awips, '', validity, '', ...lines].join('\n'), near);
const risk = (category: string, line: string) => `${category} RISK OF RAINFALL EXCEEDING FFG TO THE RIGHT OF A LINE FROM\n${line}`; // prettier-ignore
/** A clockwise ring around Oklahoma. */
const ring = 'GAG TUL DAL SPS GAG';
const stops = (line: string) =>
  read([risk('SLIGHT', line)]).rows[0].lines.map((points) =>
    points.map(({ distanceMi, direction, station }) => `${distanceMi} ${direction} ${station}`),
  );

describe('eros/parse-text', () => {
  it('has an area with its times, category and colours', () => {
    const { rows, ...rest } = read([risk('SLIGHT', `${ring}.`)]);
    const [{ area, lines, ...row }] = rows;
    expect(row).to.deep.equal({
      day: 1,
      category: 'SLGT',
      categoryRank: 2,
      probability: 0.15,
      colour: '#FFD700',
      fill: '#FFFF00',
      issuedAt: new Date('2026-05-20T16:02Z'),
      validFrom: new Date('2026-05-20T16:00Z'),
      validTo: new Date('2026-05-21T12:00Z'),
    });
    expect([areaHolds(area, [-97.5, 35.4]), areaHolds(area, [-90, 35.4])]).to.deep.equal([true, false]);
    expect(lines).to.have.length(1);
    expect(rest).to.deep.equal({
      refused: [],
      ignored: {},
      day: 1,
      issuedAt: new Date('2026-05-20T16:02Z'),
      isCorrection: false,
    });
  });

  it('knows the day by the product, and refuses others', () => {
    expect(['RBG94E', 'RBG98E', 'RBG99E'].map((awips) => read([], { awips }).day)).to.deep.equal([1, 2, 3]);
    expect(refusalOf(() => read([], { awips: 'RBG97E' }))).to.equal('bulletin: expected RBG94E, RBG98E or RBG99E, got "RBG97E" (points of an excessive rainfall outlook)'); // prettier-ignore
  });

  it('tells corrections from other amendments', () => {
    const corrected = (amendment: string) => read([], { heading: `MENC98 KWNH 201602 ${amendment}` }).isCorrection;
    expect([corrected('CCA'), corrected('AAA'), corrected('ACC')]).to.deep.equal([true, false, false]);
  });

  it('has times with and without minutes', () => {
    const { rows } = read([risk('SLIGHT', `${ring}.`)], { validity: 'VALID 2156Z TUE JUL 6 2021 - 1230Z WED JUL 14 2021' }); // prettier-ignore
    expect([rows[0].validFrom, rows[0].validTo]).to.deep.equal([new Date('2021-07-06T21:56Z'), new Date('2021-07-14T12:30Z')]); // prettier-ignore
  });

  it('refuses a text whose times cannot be read', () => {
    for (const validity of ['', `In${valid}`, valid.replace('16Z', '6Z'), valid.replace('May 20', 'Abc 20'), valid.replace('21 2026', '32 2026'), valid.replace(' - ', ' to ')]) {
      expect(refusalOf(() => read([], { validity })), validity).to.equal('time: expected Valid HHMMZ date - HHMMZ date');
    } // prettier-ignore
  });

  it('joins the areas of one category', () => {
    const { rows } = read([risk('SLIGHT', `${ring}.`), '', risk('Slight', 'DEN ICT ABQ DEN.'), '', risk('HIGH', `${ring}.`)]); // prettier-ignore
    expect(rows.map(({ category, lines }) => [category, lines.length])).to.deep.equal([['SLGT', 2], ['HIGH', 1]]); // prettier-ignore
  });

  it('reads both ways to introduce an area', () => {
    const { rows } = read([`Marginal risk of excessive rainfall to the right of a line from\n${ring}.`]);
    expect(rows.map(({ category }) => category)).to.deep.equal(['MRGL']);
  });

  it('keeps an area of another category, as it is', () => {
    const { rows, refused } = read([risk('ODD', `${ring}.`), risk('HIGH', `${ring}.`)]);
    expect(rows.map(({ category, categoryRank, probability, fill }) => [category, categoryRank, probability, fill])).to.deep.equal([['ODD', null, null, null], ['HIGH', 4, 0.7, '#FF00FF']]); // prettier-ignore
    expect(refused).to.deep.equal([]);
  });

  it('refuses a text with an area that it cannot tell from words', () => {
    const odd = 'SLIGHT RISK OF SNOW TO THE RIGHT OF A LINE FROM\nGAG TUL.';
    expect(refusalOf(() => read([risk('HIGH', `${ring}.`), odd]))).to.equal('bulletin: expected 2 areas, could read 1');
  });

  it('ends a list at its full stop', () => {
    expect(stops(`${ring}. More words 12 follow`)).to.deep.equal([['0 null GAG', '0 null TUL', '0 null DAL', '0 null SPS', '0 null GAG']]); // prettier-ignore
    expect(stops(ring)).to.deep.equal([['0 null GAG', '0 null TUL', '0 null DAL', '0 null SPS', '0 null GAG']]);
  });

  it('divides lines at their continuation', () => {
    const second = ['0 null DEN', '0 null ICT', '0 null ABQ', '0 null DEN'];
    const first = ['0 null GAG', '0 null TUL', '0 null DAL', '0 null SPS', '0 null GAG'];
    for (const between of ['...CONT...', ' ... CONT ... ', '\n...CONT...\n', '  ...  CONT  ...  ']) {
      expect(stops(`${ring}${between}DEN ICT ABQ DEN.`), between).to.deep.equal([first, second]);
    }
  });

  it('has distances and directions of waypoints over ends of lines', () => {
    expect(stops('20 N GAG 105\nENE  TUL DAL 5 ssw SPS 20 N GAG.')).to.deep.equal([
      ['20 N GAG', '105 ENE TUL', '0 null DAL', '5 ssw SPS', '20 N GAG'],
    ]);
  });

  it('refuses the area with what is no waypoint', () => {
    const why = (line: string) => read([risk('SLIGHT', line)]);
    expect(refusalOf(() => why('GAG TUL, DAL 20 N SPS GAG.'))).to.equal('field: expected miles, direction and airport, got "TUL, DAL 20 N SPS GA"'); // prettier-ignore
    expect(refusalOf(() => why('GAG TUL 20 N.'))).to.equal('field: expected miles, direction and airport, got "20 N"');
    expect(refusalOf(() => why('GAG TULSA.'))).to.equal('field: expected miles, direction and airport, got "TULSA"');
  });

  it('counts miles and directions from a station', () => {
    const station = surfaceStation('KOKC')!;
    const corner = (direction: string) => `200 ${direction} OKC`;
    const { rows } = read([risk('SLIGHT', `${['NNW', 'E', 'SSW', 'NNW'].map(corner).join(' ')}.`)]);
    // The corners in degrees clockwise from north; 200 statute miles are 321,868.8 m.
    for (const towardDeg of [337.5, 90, 202.5]) {
      const [inside, outside] = [318_000, 325_000].map((metres) => destination(station, towardDeg, metres));
      expect(areaHolds(rows[0].area, [inside.lon, inside.lat]), `${towardDeg}`).to.equal(true);
      expect(areaHolds(rows[0].area, [outside.lon, outside.lat]), `${towardDeg}`).to.equal(false);
    }
  });

  it('leaves out a tenth of unknown stations, and refuses an area with more', () => {
    const nine = 'GAG PNC TUL MLC DAL FTW SPS LTS GAG';
    const { rows, refused } = read([risk('SLIGHT', `${nine.replace('TUL', 'TUL XQX')}.`)]);
    expect([rows.length, refused.length]).to.deep.equal([1, 0]);
    const eight = nine.replace('PNC ', '');
    expect(read([risk('SLIGHT', `${eight.replace('TUL', 'TUL XQX')}.`)]).refused).to.deep.equal([{ what: 'RBG94E SLIGHT', why: 'expected known stations, got XQX' }]); // prettier-ignore
    const six = Array.from({ length: 6 }, (_, i) => `XQ${i}`).join(' ');
    expect(read([risk('SLIGHT', `${nine} ${six}.`)]).refused[0].why).to.equal('expected known stations, got XQ0, XQ1, XQ2, XQ3, XQ4'); // prettier-ignore
  });

  it('leaves out a waypoint in no direction of the compass', () => {
    const { rows } = read([risk('SLIGHT', `${ring.replace('TUL', 'TUL 20 SN DEN')}.`)]);
    const [plain] = read([risk('SLIGHT', `${ring}.`)]).rows;
    expect(rows[0].area).to.deep.equal(plain.area);
  });
});
