import { expect } from 'chai';
import { parseLsr } from '../../../src/feeds/reports/parse-lsr.ts';
import { refusalOf } from '../../support/refusal.ts';

const near = new Date('2026-06-01T00:00Z');
const bulletin = (lines: string[], { awips = 'LSROUN', issue = '713 PM CDT SUN MAY 31 2026', office = 'KOUN' } = {}) =>
  [`NWUS54 ${office} 010013`, awips, '', 'PRELIMINARY LOCAL STORM REPORT', issue, '', ...lines, '', '&&', '$$'].join(
    '\n',
  );
const read = (...lines: string[]) => parseLsr(bulletin(lines), near);

// Columns begin at 1, 13, 30 and 54 above, and at 1, 13, 30, 49 and 54 below.
const first = ({ clock = '0655 PM', event = 'HAIL', place = '4 E WAPANUCKA', where = '34.37N 96.36W' } = {}) =>
  clock.padEnd(12) + event.padEnd(17) + place.padEnd(24) + where;
const second = ({ date = '05/31/2026', size = '', county = '', state = '', source = '' } = {}) =>
  (date.padEnd(12) + size.padEnd(17) + county.padEnd(19) + state.padEnd(5) + source).trimEnd();

/** A report of hail without anything else. */
const plain = {
  key: 'hail 2026-05-31T23:55Z 34.37 -96.36', // 6:55 PM and five hours
  type: 'hail',
  source: 'spc',
  magnitude: null,
  units: 'in',
  qualifier: null,
  at: new Date('2026-05-31T23:55:00Z'),
  receivedAt: new Date('2026-06-01T00:13:00Z'),
  place: '4 E WAPANUCKA',
  county: null,
  state: null,
  wfo: 'OUN',
  reportedBy: null,
  remarks: null,
  lon: -96.36,
  lat: 34.37,
};

describe('reports/parse-lsr', () => {
  it('reads every field', () => {
    const below = second({ size: 'M1.25 INCH', county: 'ATOKA', state: 'OK', source: 'EMERGENCY MNGR' });
    expect(read(first(), below, '', '            LARGE. ', '            AND MUCH.')).to.deep.equal({
      rows: [{ ...plain, magnitude: 1.25, qualifier: 'measured', county: 'ATOKA', state: 'OK', reportedBy: 'EMERGENCY MNGR', remarks: 'LARGE. AND MUCH.' }],
      refused: [],
      ignored: {},
    }); // prettier-ignore
  });

  it('has nothing for what is missing', () => {
    expect(read(first(), second()).rows).to.deep.equal([plain]);
  });

  it('has columns that are full', () => {
    const [event, place, county] = ['MARINE TSTM WIND ', 'ABCDEFGHIJKLMNOPQRSTUVW', 'THE COUNTY OF MUCH '];
    const [row] = read(first({ event, place }), second({ size: 'E0058.00 MPH XXXX', county, state: 'OK   ', source: 'BUOY' })).rows; // prettier-ignore
    expect(row).to.deep.equal({
      ...plain,
      key: 'wind 2026-05-31T23:55Z 34.37 -96.36',
      type: 'wind',
      magnitude: 58,
      units: 'mph',
      qualifier: 'estimated',
      place,
      county: county.trim(),
      state: 'OK',
      reportedBy: 'BUOY',
    });
  });

  it('has sizes with and without a letter', () => {
    const size = (text: string) => {
      const [{ magnitude, qualifier }] = read(first(), second({ size: text })).rows;
      return [magnitude, qualifier];
    };
    expect(size('M1.75 INCH')).to.deep.equal([1.75, 'measured']);
    expect(size('m1.75 Inch')).to.deep.equal([1.75, 'measured']);
    expect(size('E10 INCH')).to.deep.equal([10, 'estimated']);
    expect(size('U2.00 INCH')).to.deep.equal([2, null]);
    expect(size('1.00 INCH')).to.deep.equal([1, null]);
    expect(size(' M1.50 INCH')).to.deep.equal([1.5, 'measured']);
    expect(size('E.75 INCH')).to.deep.equal([0.75, 'estimated']);
    for (const bad of ['INCH', 'M INCH', 'X1.00 INCH', 'M1. INCH', 'M1.75', 'ABOUT M1.75 INCH']) {
      expect(size(bad), bad).to.deep.equal([null, null]);
    }
  });

  it('has no size of a flood', () => {
    const [row] = read(first({ event: 'FLASH FLOOD' }), second({ size: 'M2.00 FEET' })).rows;
    expect([row.type, row.magnitude, row.units]).to.deep.equal(['flood', null, null]);
  });

  it('rates a tornado by the remarks of a survey only', () => {
    const rated = (source: string) =>
      read(first({ event: 'TORNADO' }), second({ size: 'M3.00 INCH', source }), 'RATED EF2.').rows[0].magnitude;
    expect(['NWS STORM SURVEY', 'NWS Storm Survey', 'PUBLIC', ''].map(rated)).to.deep.equal([2, 2, null, null]);
    const [hail] = read(first(), second({ size: 'M1.00 INCH', source: 'NWS STORM SURVEY' }), 'EF2').rows;
    expect(hail.magnitude).to.equal(1);
  });

  it('ignores other events', () => {
    expect(read(first({ event: 'Heavy Rain' }), second())).to.deep.equal({ rows: [], refused: [], ignored: { 'HEAVY RAIN': 1 } }); // prettier-ignore
  });

  it('reads times in the zone of the issue', () => {
    const at = (clock: string, issue?: string) =>
      parseLsr(bulletin([first({ clock }), second()], { issue }), near)
        .rows[0].at.toISOString()
        .slice(0, 16);
    expect(at('655 PM')).to.equal('2026-05-31T23:55');
    expect(at('1205 AM')).to.equal('2026-05-31T05:05');
    expect(at('0655 pm')).to.equal('2026-05-31T23:55');
    expect(at('0655 PM', '1013 AM CHST MON JUN 1 2026')).to.equal('2026-05-31T08:55'); // Guam is 10 hours ahead
  });

  it('reads times at midnight, at noon and over New Year', () => {
    const at = (clock: string, date: string, zone = 'CST') =>
      parseLsr(bulletin([first({ clock }), second({ date })], { issue: `1230 AM ${zone} FRI JAN 1 2027` }), new Date('2027-01-01T06:30Z')) // prettier-ignore
        .rows[0].at.toISOString()
        .slice(0, 16);
    expect(at('1159 PM', '12/31/2026')).to.equal('2027-01-01T05:59');
    expect(at('1200 AM', '01/01/2027')).to.equal('2027-01-01T06:00');
    expect(at('0000 AM', '01/01/2027')).to.equal('2027-01-01T06:00');
    expect(at('1200 PM', '12/31/2026')).to.equal('2026-12-31T18:00');
    expect(at('1259 PM', '02/29/2028', 'CDT')).to.equal('2028-02-29T17:59');
  });

  it('has a speed in knots as miles per hour', () => {
    const speed = (size: string) => read(first({ event: 'MARINE TSTM WIND' }), second({ size })).rows[0].magnitude;
    expect(['M34 KTS', 'E50 KT', 'M40 knots', 'M39 MPH', 'M39 KPH'].map(speed)).to.deep.equal([39, 58, 46, 39, null]);
  });

  it('reads the hemisphere of longitudes', () => {
    const lon = (where: string) => read(first({ where }), second()).rows[0].lon;
    expect(['34.37N 144.80E', '34.37N 144.80e', '34.37N  96.36W', '34.37n 96.36w'].map(lon)).to.deep.equal([
      144.8, 144.8, -96.36, -96.36,
    ]);
    expect(read(first({ where: '7.10N 171.38E  ' }), second()).rows[0]).to.include({ lat: 7.1, lon: 171.38 });
  });

  it('reads reports one after another until the end mark, and their remarks', () => {
    const other = first({ clock: '0656 PM' });
    const lines = ['NO ENTRY YET', first(), second(), 'ONE', '', 'TWO', other, second(), 'AT 0657 PM  IT && $$ ENDED'];
    const remarks = (...more: string[]) => read(...lines, ...more).rows.map((row) => row.remarks);
    expect(remarks()).to.deep.equal(['ONE TWO', 'AT 0657 PM  IT && $$ ENDED']);
    for (const mark of ['&&', '$$', '&& AND MORE']) expect(remarks(mark, 'THREE', first(), second())).to.have.length(2);
    expect(remarks('$', '&')[1]).to.equal('AT 0657 PM  IT && $$ ENDED $ &');
  });

  it('has no first line without a column gap', () => {
    for (const line of ['713 PM CDT', '71313 PM  X', '71 PM  X', '713 XM  X', '713 PM  ', 'A 713 PM  X']) {
      expect(
        read(first(), second(), line).rows.map(({ remarks }) => remarks),
        line,
      ).to.deep.equal([line.trim()]);
    }
  });

  it('refuses a first line without a place, by its text', () => {
    const why = 'expected time, event, place, latitude and longitude';
    for (const where of ['', '34.37N', '34.37N 96.36', '34.3N 96.36W', '34.37N 1096.36W', '34.37N 96.3W', '134.37N 96.36W', '34.37N 96.36W X', '34N 96W', '34.37N96.36W']) {
      expect(read(first({ where }), second()).refused, where).to.deep.equal([{ what: first({ where }).trim(), why }]);
    }
    expect(read(first({ place: '' }).replace(/ +(?=34)/, ' '), second()).refused[0].why).to.equal(why);
  }); // prettier-ignore

  it('refuses a first line that is indented or has tabs, and does not take it for remarks', () => {
    for (const line of [` ${first()}`, first().replaceAll(/ {2,}/g, '\t')]) {
      const { rows, refused } = read(first({ where: '34.99N 96.36W' }), second(), line, second());
      expect([rows.length, rows[0].remarks, refused.length], line).to.deep.equal([1, null, 1]);
    }
  });

  it('reads latitudes south of the equator', () => {
    expect(read(first({ where: '14.33S 170.79W' }), second()).rows[0]).to.include({ lat: -14.33, lon: -170.79 });
  });

  it('reads county, state and source where their columns are shifted', () => {
    const below = `${second({ size: 'M59 MPH' }).padEnd(29)}Queen Annes       MD   Trained Spotter`;
    expect(read(first({ event: 'TSTM WND GST' }), below).rows[0]).to.include({
      county: 'Queen Annes',
      state: 'MD',
      reportedBy: 'Trained Spotter',
      magnitude: 59,
    });
  });

  it('reads the rating of a tornado in the column of magnitudes', () => {
    const ratingOf = (size: string) => read(first({ event: 'TORNADO' }), second({ size })).rows[0].magnitude;
    expect(['F1', 'EF3', 'EF-2', 'EFU', 'E2 MILE', ''].map(ratingOf)).to.deep.equal([1, 3, 2, null, null, null]);
  });

  it('has no magnitude in a unit that is not that of the event', () => {
    expect(read(first(), second({ size: '40 C' })).rows[0].magnitude).to.equal(null);
    expect(read(first({ event: 'TSTM WND GST' }), second({ size: '3 INCH' })).rows[0].magnitude).to.equal(null);
    expect(read(first(), second({ size: '1.75 in' })).rows[0].magnitude).to.equal(1.75);
  });

  it('refuses a report without its date', () => {
    const refused = (below: string) => read(first(), below).refused.map(({ why }) => why);
    const why = (got: string) => [`expected MM/DD/YYYY below 0655 PM, in a known zone, got ${JSON.stringify(got)}`];
    for (const bad of ['', 'X05/31/2026', '5/31/2026', '05/3/2026', '05/31/202', '05-31-2026', '13/31/2026', '02/30/2026']) {
      expect(refused(bad), bad).to.deep.equal(why(bad));
    } // prettier-ignore
    expect(read(first()).refused).to.have.length(1);
    expect(read(first({ clock: '1355 AM' }), second()).refused).to.have.length(1);
  });

  it('refuses a place that is not on the earth', () => {
    expect(read(first({ where: '99.37N 96.36W' }), second()).refused.map(({ why }) => why)).to.deep.equal([
      'a position is two numbers on the earth, got [-96.36,99.37]',
    ]);
  });

  it('refuses another product, and one without local time or of an unknown zone', () => {
    const why = (change: object) => refusalOf(() => parseLsr(bulletin([first(), second()], change), near));
    expect(why({ awips: 'SPSOUN' })).to.equal(
      'bulletin: expected LSR and an office, got "SPSOUN" (Special Weather Statement)',
    );
    expect(why({ awips: 'XLSR' })).to.equal('bulletin: expected LSR and an office, got "XLSR"');
    expect(why({ issue: 'SUNDAY' })).to.equal('time: expected the issue in local time, got none');
    expect(why({ issue: '713 PM XDT SUN MAY 31 2026' })).to.match(/^time: expected the issue in local time/);
  });
});
