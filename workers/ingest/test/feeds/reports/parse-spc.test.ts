import { expect } from 'chai';
import { parseSpcReports } from '../../../src/feeds/reports/parse-spc.ts';
import { refusalOf } from '../../support/refusal.ts';

const day = new Date('2026-05-31');
const header = (column: string) => `Time,${column},Location,County,State,Lat,Lon,Comments`;
const readAll = (column: string, ...lines: string[]) => parseSpcReports([header(column), ...lines, ''].join('\n'), day);
const place = 'NORMAN,CLEVELAND,OK,35.22,-97.44';

describe('reports/parse-spc', () => {
  it('reads every field', () => {
    expect(readAll('Size', `2225,175,${place},LARGE, AND MUCH. (OUN)`)).to.deep.equal({
      rows: [
        {
          key: 'hail 2026-05-31T22:25Z 35.22 -97.44',
          type: 'hail',
          source: 'spc',
          magnitude: 1.75, // hundredths of an inch
          units: 'in',
          qualifier: null,
          at: new Date('2026-05-31T22:25:00Z'),
          receivedAt: null,
          place: 'NORMAN',
          county: 'CLEVELAND',
          state: 'OK',
          wfo: 'OUN',
          reportedBy: null,
          remarks: 'LARGE, AND MUCH.',
          lon: -97.44,
          lat: 35.22,
        },
      ],
      refused: [],
      ignored: {},
    });
  });

  it('has nothing for what is missing', () => {
    const [row] = readAll('Size', '2225,UNK,,,,35.22,-97.44').rows;
    expect(row).to.include({ magnitude: null, place: null, county: null, state: null, wfo: null, remarks: null });
  });

  it('reads the kind and size by the column of the header', () => {
    const read = (column: string, size: string) => {
      const [{ type, magnitude, units }] = readAll(column, `2225,${size},${place},`).rows;
      return [type, magnitude, units];
    };
    expect(read('Speed', '60')).to.deep.equal(['wind', 60, 'mph']);
    expect(read('Speed', 'UNK')).to.deep.equal(['wind', null, 'mph']);
    for (const none of ['0', '-9']) expect(read('Speed', none), none).to.deep.equal(['wind', null, 'mph']);
    const hail = { 100: 1, '075': 0.75, 25: 0.25, 450: 4.5, '1.75': 1.75, '0.25': 0.25, '.88': 0.88, UNK: null, 0: null, '-9': null }; // prettier-ignore
    for (const [text, expected] of Object.entries(hail)) expect(read('Size', text)[1], text).to.equal(expected);
    for (const scale of ['F_Scale', 'F-Scale']) expect(read(scale, 'EF1')).to.deep.equal(['tornado', 1, 'EF']);
    const scales = { EF0: 0, EF5: 5, F3: 3, 'EF-4': 4, ' ef2 ': 2, EF6: null, EFU: null, UNK: null, 3: null, XEF1: null, EF12: null }; // prettier-ignore
    for (const [text, expected] of Object.entries(scales)) expect(read('F_Scale', text)[1], text).to.equal(expected);
  });

  it('reads the office at the end of the comments', () => {
    const read = (comments: string) => {
      const [{ wfo, remarks }] = readAll('Size', `2225,175,${place},${comments}`).rows;
      return [wfo, remarks];
    };
    expect(read('HAIL   (OUN) ')).to.deep.equal(['OUN', 'HAIL']);
    expect(read('HAIL(OUN)')).to.deep.equal(['OUN', 'HAIL']);
    expect(read('(OUN)')).to.deep.equal(['OUN', null]);
    expect(read('(TOP) SAYS (OUN)')).to.deep.equal(['OUN', '(TOP) SAYS']);
    for (const bad of ['HAIL (OUN) AGAIN', 'HAIL (oun)', 'HAIL (OU)', 'HAIL (KOUN)', 'HAIL OUN']) {
      expect(read(bad), bad).to.deep.equal([null, bad]);
    }
  });

  it('has hours before 12 UTC on the next day', () => {
    const at = (time: string) => readAll('Size', `${time},175,${place},`).rows[0].at.toISOString().slice(0, 16);
    expect(['1200', '2359', '2400', '0000', ' 1159 '].map(at)).to.deep.equal([
      '2026-05-31T12:00',
      '2026-05-31T23:59',
      '2026-06-01T00:00',
      '2026-06-01T00:00',
      '2026-06-01T11:59',
    ]);
  });

  it('has a day over New Year and the leap day', () => {
    const first = (time: string, date: string) =>
      parseSpcReports(`${header('Size')}\n${time},175,${place},\n`, new Date(date)).rows[0].at.toISOString();
    expect(first('1159', '2026-12-31')).to.equal('2027-01-01T11:59:00.000Z');
    expect(first('1200', '2026-12-31T23:50Z')).to.equal('2026-12-31T12:00:00.000Z');
    expect(first('0030', '2028-02-28')).to.equal('2028-02-29T00:30:00.000Z');
  });

  it('refuses a line without a time or a place, by its beginning', () => {
    for (const time of ['2401', '2260', '225', '22255', '', 'x2225', '22:25']) {
      expect(readAll('Size', `${time},175,${place},`).refused, time).to.deep.equal([
        { what: `${time},175,${place},`, why: `expected HHMM, got ${JSON.stringify(time)}` },
      ]);
    }
    const long = `2225,175,NORMAN,CLEVELAND,OK,x,-97.44,${'LARGE '.repeat(9)}`;
    expect(readAll('Size', long, '2225,175,NORMAN,CLEVELAND,OK,35.22').refused).to.deep.equal([
      { what: long.slice(0, 60), why: 'expected Lat as a number, got "x"' },
      { what: '2225,175,NORMAN,CLEVELAND,OK,35.22', why: 'expected Lon as a number, got nothing' },
    ]);
  });

  it('skips blank lines, and reads lines of either end', () => {
    const text = [` ${header('Size')} `, '', `2225,175,${place},`, '  ', header('Speed'), `2226,60,${place},`, ''].join(
      '\r\n',
    );
    const { rows, refused } = parseSpcReports(text, day);
    expect(rows.map(({ type, remarks }) => [type, remarks])).to.deep.equal([['hail', null], ['wind', null]]); // prettier-ignore
    expect(refused).to.deep.equal([]);
  });

  it('has no reports under a header that ends the file', () => {
    const nothing = { rows: [], refused: [], ignored: {} };
    for (const end of ['', '\n', '\r\n', '\n  '])
      expect(parseSpcReports(header('Size') + end, day)).to.deep.equal(nothing);
  });

  it('refuses the line in which the file ends, though it seems whole', () => {
    const { rows, refused } = parseSpcReports(`${header('Size')}\n2225,175,${place},(OUN)`, day);
    expect(rows).to.deep.equal([]);
    expect(refused.map(({ why }) => why)).to.deep.equal(['expected a whole line, got the end of the file']);
  });

  it('refuses a file that begins with anything else', () => {
    const why = (text: string) => refusalOf(() => parseSpcReports(text, day));
    for (const bad of ['Speeds', 'Size,Size', 'constructor']) {
      const got = JSON.stringify(header(bad)).slice(0, 80);
      expect(why(header(bad)), bad).to.equal(`csv: expected a header of SPC reports, got ${got}`);
    }
    expect(why(`X${header('Size')}`)).to.match(/^csv: /);
    expect(why(`${header('Size')},Y`)).to.match(/^csv: /);
    const long = 'long '.repeat(20);
    expect(why(long)).to.equal(`csv: expected a header of SPC reports, got ${JSON.stringify(long).slice(0, 80)}`);
    expect(why(`\n${header('Size')}`)).to.equal('csv: expected a header of SPC reports, got ""');
    expect(why('<html><title>404</title>')).to.match(/^html: /);
  });
});
