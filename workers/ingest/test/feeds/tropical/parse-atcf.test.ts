import { expect } from 'chai';
import { isAtcf, parseAtcf } from '../../../src/feeds/tropical/parse-atcf.ts';
import { refusalOf } from '../../support/refusal.ts';

const columns = {
  basin: 'EP',
  number: '03',
  time: '2026052012',
  minutes: '  ',
  technique: 'OFCL',
  hours: ' 24',
  lat: '153N',
  lon: '1108W',
  wind: ' 70',
  pressure: ' 985',
  kind: 'HU',
};
/** The columns from the radii to the name, in the order of the format. */
const rest = ' 34, NEQ,   60,   50,   40,   30, 1010,  150,  20,  85,   5,   E,   9, XYZ, 300,  10,    BUD, D';
const line = (change: Partial<typeof columns> = {}, end = `, ${rest}`) =>
  `${Object.values({ ...columns, ...change }).join(', ')}${end}`;
const row = (change: Partial<typeof columns> = {}, end?: string) => parseAtcf(line(change, end)).rows[0];
const refused = (change: Partial<typeof columns>, end?: string) => parseAtcf([line(), line(change, end)].join('\n')).refused; // prettier-ignore

describe('tropical/parse-atcf', () => {
  it('reads every field of a line', () => {
    expect(parseAtcf(line())).to.deep.equal({
      rows: [
        {
          stormId: 'ep032026',
          technique: 'OFCL',
          at: new Date('2026-05-20T12:00Z'),
          hours: 24,
          lon: -110.8,
          lat: 15.3,
          maxWindKt: 70,
          pressureHpa: 985,
          classification: 'HU',
          gustKt: 85,
          movementDirDeg: 300,
          movementKt: 10,
          name: 'BUD',
        },
      ],
      refused: [],
      ignored: {},
    });
  });

  it('needs nine columns', () => {
    const [first] = parseAtcf(line().split(',').slice(0, 9).join()).rows;
    expect(first).to.include({ maxWindKt: 70, pressureHpa: null, classification: null, gustKt: null, movementDirDeg: null, movementKt: null, name: null }); // prettier-ignore
    const short = line({ technique: 'AVNO' }).split(',').slice(0, 8).join();
    expect(parseAtcf([line(), short].join('\n')).refused).to.deep.equal([{ what: short.slice(0, 36), why: 'expected at least 9 columns, got 8' }]); // prettier-ignore
  });

  it('reads codes of missing values', () => {
    expect(row({ wind: '0', pressure: '0' })).to.include({ maxWindKt: null, pressureHpa: null });
    expect(row({ wind: '-99', pressure: '-99' })).to.include({ maxWindKt: null, pressureHpa: null });
    expect(row({ wind: '-1', pressure: '-999' })).to.include({ maxWindKt: null, pressureHpa: null });
    expect(row({ wind: '1', pressure: '1' })).to.include({ maxWindKt: 1, pressureHpa: 1 });
    for (const none of [' 0,', '-99,']) expect(row({}, `, ${rest.replace(' 85,', none)}`).gustKt).to.equal(null);
    expect(row({}, `, ${rest.replace(' 10,    BUD', ' 0,    BUD')}`)).to.include({ movementDirDeg: null, movementKt: null }); // prettier-ignore
  });

  it('reads sides of the equator and of Greenwich', () => {
    expect(row({ lat: '5S', lon: '1715E' })).to.include({ lat: -0.5, lon: 171.5 });
    expect(row({ lat: '123N', lon: '1795W' })).to.include({ lat: 12.3, lon: -179.5 });
    expect(row({ lon: '1800E' }).lon).to.equal(180);
    expect(row({ lon: '1800W' }).lon).to.equal(-180);
    expect(row({ lon: '1805W' }).lon).to.equal(179.5);
    expect(row({ lon: '1801E' }).lon).to.be.closeTo(-179.9, 1e-9);
    expect(row({ lat: '0N', lon: '1E' })).to.include({ lat: 0, lon: 0.1 });
    expect(row({ lat: '1N', lon: '0W' })).to.include({ lat: 0.1 });
    for (const change of [{ lat: '153E' }, { lon: '153N' }, { lat: '153' }, { lat: 'x153N' }, { lat: '153Nx' }, { lon: '11081W' }]) {
      const text = Object.values(change)[0];
      expect(refused({ technique: 'AVNO', ...change })[0].why, text).to.equal(`expected tenths of a degree, got ${JSON.stringify(text)}`);
    } // prettier-ignore
    expect(refused({ technique: 'AVNO', lat: '951N' })).to.have.length(1);
  });

  it('keeps the year in which a storm began over New Year', () => {
    const ids = (...times: string[]) =>
      parseAtcf(times.map((time) => line({ time, basin: 'AL', number: '30' })).join('\n')).rows.map(({ stormId }) => stormId); // prettier-ignore
    expect(ids('2005123118', '2006010100', '2006010606')).to.deep.equal(['al302005', 'al302005', 'al302005']);
    expect(ids('2006010100', '2005123118')).to.deep.equal(['al302005', 'al302005']);
    expect(ids('2006010100')).to.deep.equal(['al302006']);
    expect(ids('2005100100', '2005113000', '2006010100')).to.deep.equal(['al302005', 'al302005', 'al302005']);
    expect(ids('2005110200', '2006010100')).to.deep.equal(['al302005', 'al302005']); // 60 days
    expect(ids('2005110118', '2006010100')).to.deep.equal(['al302005', 'al302006']); // a number that begins again
    const others = [line({ time: '2005123118', number: '29' }), line({ time: '2006010100', number: '01' })];
    expect(parseAtcf(others.join('\n')).rows.map(({ stormId }) => stormId)).to.deep.equal(['ep292005', 'ep012006']);
  });

  it('ignores lines after the end of a forecast', () => {
    expect(parseAtcf(line({ lat: '0N', lon: '0W' }))).to.deep.equal({ rows: [], refused: [], ignored: { 'no position': 1 } }); // prettier-ignore
  });

  it('takes the minute of positions of best tracks only', () => {
    const minute = (technique: string, minutes: string) => row({ technique, minutes }).at.getUTCMinutes();
    expect([minute('BEST', '05'), minute('BEST', '59'), minute('BEST', '60'), minute('BEST', '5'), minute('BEST', '005'), minute('BEST', '')]).to.deep.equal([5, 59, 0, 0, 0, 0]); // prettier-ignore
    expect(minute('OFCL', '05')).to.equal(0);
  });

  it('refuses times that the calendar does not have', () => {
    const why = (time: string) => refused({ time })[0].why;
    for (const time of ['2026052024', '2026023012', '2026133112', '202605201', '20260520121', 'x026052012']) {
      expect(why(time), time).to.equal(`expected YYYYMMDDHH, got ${JSON.stringify(time)}`);
    }
  });

  it('needs the forecast hour', () => {
    expect(refused({ hours: 'x' })[0].why).to.equal('expected the forecast hour as a number, got "x"');
  });

  it('counts further lines of a position, and no other', () => {
    const other = [{ basin: 'AL' }, { number: '04' }, { time: '2026052018' }, { minutes: '03' }, { technique: 'AVNO' }, { hours: '36' }]; // prettier-ignore
    const { rows, ignored } = parseAtcf([line(), line({ lat: '999N' }), ...other.map((change) => line(change))].join('\r\n\n')); // prettier-ignore
    expect([rows.length, ignored]).to.deep.equal([7, { 'another wind radius': 1 }]);
  });

  it('is told from other files by its first line', () => {
    expect(['AL, 05, 2026052012,', ' AL,05,2026052012,'].map(isAtcf)).to.deep.equal([true, true]);
    expect(['x AL, 05, 2026052012,', 'A, 05, 2026052012,', 'AL, 5, 2026052012,', 'AL, 05, 20260520,', 'al, 05, 2026052012,', 'AL, 05, 2026052012'].map(isAtcf)).to.deep.equal(Array(6).fill(false)); // prettier-ignore
    expect(refusalOf(() => parseAtcf(`\n \n${'words '.repeat(20)}\n${line()}`))).to.equal(`atcf: expected basin, number and time, got ${JSON.stringify('words '.repeat(20)).slice(0, 40)}`); // prettier-ignore
  });
});
