import { expect } from 'chai';
import { parseSurvey } from '../../../src/feeds/damage-tracks/parse-survey.ts';
import { refusalOf } from '../../support/refusal.ts';

const near = new Date('2026-05-22T12:00:00Z');
const fields = {
  Rating: 'EF-2',
  'Estimated Peak Wind': '115 mph',
  'Path Length /statute/': '10.5 miles',
  'Path Width /maximum/': '200.0 yards',
  Fatalities: '1',
  Injuries: '3',
  'Start Date': '05/20/2026',
  'Start Time': '04:47 PM CDT',
  'Start Location': '2 N Norman / Cleveland / OK',
  'Start Lat/Lon': '35.2000 / -97.4000',
  'End Lat/Lon': '35.2900 / -97.3000',
};
const linesOf = (change: Record<string, string | undefined> = {}) =>
  Object.entries({ ...fields, ...change })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:   ${value}`)
    .join('\n');
const statement = (...body: string[]) => ['NOUS44 KOUN 212130', 'PNSOUN', '', ...body, '', '&&', '$$'].join('\n');
const read = (...body: string[]) => parseSurvey(statement(...body), near);
const one = (change: Record<string, string | undefined>, title = '.Norman Tornado...') =>
  read(title, '', linesOf(change));
const row = (change: Record<string, string | undefined>) => {
  const { rows, refused } = one(change);
  expect(refused).to.deep.equal([]);
  return rows[0];
};

describe('damage-tracks/parse-survey', () => {
  it('reads every field of a survey', () => {
    expect(read('.Norman Tornado...', '', linesOf(), '', 'Survey Summary:', 'Trees  fell', 'and roofs.', '', 'More.')).to.deep.equal({
      rows: [
        {
          sourceId: null,
          at: new Date('2026-05-20T21:47Z'),
          eventDate: '2026-05-20',
          ef: 2,
          efLabel: 'EF2',
          lengthM: 16898, // 10.5 × 1609.344 m
          widthM: 183, // 200 × 0.9144 m
          maxWindMph: 115,
          injuries: 3,
          fatalities: 1,
          wfo: 'OUN',
          state: 'OK',
          comments: 'Trees fell and roofs.',
          line: { type: 'LineString', coordinates: [[-97.4, 35.2], [-97.3, 35.29]] },
        },
      ],
      refused: [],
      ignored: {},
    }); // prettier-ignore
  });

  it('refuses another product', () => {
    const other = statement('x').replace('PNSOUN', 'AFDOUN');
    expect(refusalOf(() => parseSurvey(other, near))).to.equal(
      'bulletin: expected PNS and an office, got "AFDOUN" (area forecast discussion)',
    );
  });

  it('counts a statement without a survey', () => {
    const ignored = { 'statement without a surveyed track': 1 };
    expect(read('.Title...', 'Words', 'The Rating: EF1')).to.deep.equal({ rows: [], refused: [], ignored });
  });

  it('divides a statement at its titles, and a title at its ratings', () => {
    const names = (...body: string[]) => {
      const { rows, refused } = read(...body);
      return [rows.map(({ efLabel }) => efLabel), refused.map(({ what }) => what)];
    };
    const bad = { 'Start Lat/Lon': 'x', Rating: 'EF4' };
    expect(names('.First...', linesOf(), '.Second...', linesOf(bad), '.Third...', linesOf({ Rating: 'EF0' }))).to.deep.equal([['EF2', 'EF0'], ['.Second...']]); // prettier-ignore
    expect(names('.First...', linesOf(), linesOf(bad), linesOf({ Rating: 'EF1' }))).to.deep.equal([['EF2', 'EF1'], ['.First...']]); // prettier-ignore
    // Three dots begin a line of a section, and no other section.
    expect(names('.First...', linesOf({ 'Start Lat/Lon': undefined }), '...A line...', 'Start Lat/Lon: 35.2 / -97.4')).to.deep.equal([['EF2'], []]); // prettier-ignore
  });

  it('reads names of fields in several forms', () => {
    const named = (change: (text: string) => string) => read('.Norman...', change(linesOf())).rows[0];
    const usual = named((text) => text);
    const forms: Record<string, (text: string) => string> = {
      capitals: (text) => text.toUpperCase(),
      stars: (text) => text.replaceAll(/^/gm, '* '),
      dots: (text) => text.replaceAll(/:\s+(?=\d|EF)/g, '...'),
      'two dots': (text) => text.replaceAll('Rating:', 'Rating..'),
      'EF Rating': (text) => text.replaceAll('Rating', 'EF Rating'),
      'Peak Wind': (text) => text.replaceAll('Estimated ', ''),
      'blanks before the colon': (text) => text.replaceAll('Rating:', 'Rating \t :'),
      'no slashes': (text) => text.replaceAll(/ \/(statute|maximum)\//g, ''),
      'slashes without a blank': (text) => text.replaceAll(/ (\/(?:statute|maximum)\/)/g, '$1'),
      tabs: (text) => text.replaceAll(':   ', ':\t').replaceAll('\n', ' \t\n'),
    };
    for (const [name, form] of Object.entries(forms)) expect(named(form), name).to.deep.equal(usual);
    expect(row({ Injuries: undefined, 'Injuries of cattle': '7' }).injuries).to.equal(null);
    expect(row({ Injuries: undefined, 'Other Injuries': '7' }).injuries).to.equal(null);
    expect(row({ Injuries: undefined, 'Injuries /more than twenty letters/': '7' }).injuries).to.equal(null);
    expect(row({ Injuries: undefined, 'Injuries /of persons and cattle/': '7' }).injuries).to.equal(null);
    expect(row({ Injuries: undefined, 'Injuries /of people and cattle/': '7' }).injuries).to.equal(7); // twenty letters
  });

  it('reads numbers with what follows them', () => {
    expect(row({ Injuries: '12 people', Fatalities: 'none', 'Estimated Peak Wind': '95.5 mph' })).to.deep.include({
      injuries: 12,
      fatalities: null,
      maxWindMph: 95.5,
    });
    expect(row({ Injuries: 'about 12' }).injuries).to.equal(null);
  });

  it('reads ratings with or without more, and others as unknown', () => {
    const label = (Rating: string) => row({ Rating }).efLabel;
    expect(['EF3', 'EF-3', 'EF 3', 'F3', 'ef3', 'EF3+', 'EF1 (PRELIMINARY)', 'EFU', 'EF7', 'Unknown', ''].map(label)).to.deep.equal([
      'EF3', 'EF3', 'EF3', 'EF3', 'EF3', 'EF3+', 'EF1', 'EFU', 'EFU', 'EFU', 'EFU',
    ]); // prettier-ignore
    expect(label('not EF3')).to.equal('EFU');
  });

  it('ignores straight-line wind, by the rating or the title', () => {
    const ignored = { 'straight-line wind': 1 };
    expect(one({ Rating: 'TSTM/Wind' })).to.deep.equal({ rows: [], refused: [], ignored });
    expect(one({ Rating: 'Downburst' }).ignored).to.deep.equal(ignored);
    expect(one({ Rating: 'N/A' }, '.Norman WIND damage...').ignored).to.deep.equal(ignored);
    expect(one({ Rating: 'N/A' }, '.Norman Microburst...').ignored).to.deep.equal(ignored);
    expect(one({ Rating: 'N/A' }).rows).to.have.length(1);
    expect(one({ Rating: 'EF1' }, '.Wind and Tornado...').rows).to.have.length(1);
    expect(one({ Rating: 'F1' }, '.Wind and Tornado...').rows).to.have.length(1);
    expect(one({ Rating: 'no EF, wind' }).ignored).to.deep.equal(ignored);
  });

  it('converts lengths in miles, yards and feet, else in the usual unit', () => {
    const length = (text: string) => row({ 'Path Length /statute/': text }).lengthM;
    const width = (text: string) => row({ 'Path Width /maximum/': text }).widthM;
    expect([length('2 miles'), length('2'), length('1,200 YARDS'), length('300 ft'), length('2 km'), length('2 furlongs')]).to.deep.equal([3219, 3219, 1097, 91, 2000, null]); // prettier-ignore
    expect([width('100'), width('100 yards'), width('300 feet'), width('0.5 mile'), width('1,000,000y')]).to.deep.equal([91, 91, 91, 805, 914400]); // prettier-ignore
    expect([length('unknown'), length(''), length('about 2 miles'), length('1.2.3 miles')]).to.deep.equal([null, null, null, null]); // prettier-ignore
    expect(row({ 'Path Length /statute/': undefined }).lengthM).to.equal(null);
  });

  it('reads places as signed numbers or with letters of sides', () => {
    const start = (text: string) => row({ 'Start Lat/Lon': text }).line?.coordinates[0];
    for (const text of ['35.2 / -97.4', '35.2/-97.4', '35.2, -97.4', '35.2N / 97.4W', '35.2 n , 97.4 w', '35.2° / -97.4°', '35.2° N / 97.4° W']) {
      expect(start(text), text).to.deep.equal([-97.4, 35.2]);
    } // prettier-ignore
    expect(start('14.5S / 10.5E')).to.deep.equal([10.5, -14.5]);
    expect(start('-14.5 / -170.5')).to.deep.equal([-170.5, -14.5]);
    for (const text of ['x35.2 / -97.4', '35.2 / -97.4x', '35.2 -97.4', '35.2 / ', '35.2Q / -97.4']) {
      expect(one({ 'Start Lat/Lon': text }).refused, text).to.deep.equal([
        {
          what: '.Norman Tornado...',
          why: `expected Start Lat/Lon as two numbers, got ${JSON.stringify(text.trim())}`,
        },
      ]);
    }
    expect(one({ 'Start Lat/Lon': '95 / -97' }).refused).to.have.length(1);
  });

  it('reads a longitude without a sign on the side of the office', () => {
    const start = (text: string, office = 'KOUN') => {
      const { rows } = parseSurvey(statement('.Norman Tornado...', '', linesOf({ 'Start Lat/Lon': text })).replace('KOUN', office), near); // prettier-ignore
      return rows[0].line!.coordinates.flat(2).slice(0, 2); // a path over the antimeridian has two parts
    };
    expect(start('35.2 / 97.4')).to.deep.equal([-97.4, 35.2]);
    expect(start('35.2 / -97.4W')).to.deep.equal([-97.4, 35.2]);
    expect(start('52.9 / 173.2E', 'PAFC')).to.deep.equal([173.2, 52.9]);
    expect(start('13.4 / 144.8', 'PGUM')).to.deep.equal([144.8, 13.4]);
    expect(start('14.3S / 170.7', 'NSTU')).to.deep.equal([-170.7, -14.3]);
  });

  it('ends where it starts if no end is given', () => {
    expect(row({ 'End Lat/Lon': undefined }).line?.coordinates).to.deep.equal([[-97.4, 35.2], [-97.4, 35.2]]); // prettier-ignore
    expect(one({ 'End Lat/Lon': 'x' }).refused[0].why).to.equal('expected End Lat/Lon as two numbers, got "x"');
    expect(one({ 'Start Lat/Lon': undefined }).refused[0].why).to.equal('expected Start Lat/Lon as two numbers, got nothing'); // prettier-ignore
  });

  it('reads dates in several forms', () => {
    const day = (date: string) => row({ 'Start Date': date }).at.toISOString().slice(0, 10);
    for (const date of ['12/05/2022', '12/5/22', '12-05-2022', 'Dec 5 2022', 'DECEMBER 5, 2022', 'Dec. 5 2022', 'December 05 22']) {
      expect(day(date), date).to.equal('2022-12-05');
    } // prettier-ignore
    expect(day('1/13/2022')).to.equal('2022-01-13');
    const bad = ['x12/05/2022', '12/05/2022x', '12/05/022', 'Dez 5 2022', 'De 5 2022', '13/05/2022', '02/30/2022', '5 2022', '12 05 2022', '12/05', 'Dec-5-2022']; // prettier-ignore
    for (const date of bad) {
      expect(one({ 'Start Date': date }).refused, date).to.deep.equal([
        { what: '.Norman Tornado...', why: `expected a date and a time of a known zone, got ${JSON.stringify(`${date} 04:47 PM CDT`)}` }, // prettier-ignore
      ]);
    }
  });

  it('reads years of two digits in the century nearest to the issue', () => {
    const year = (date: string) => row({ 'Start Date': date }).at.toISOString().slice(0, 10);
    expect(['05/20/26', '12/31/99', '12/31/77', '01/01/00'].map(year)).to.deep.equal(['2026-05-20', '1999-12-31', '1977-12-31', '2000-01-01']); // prettier-ignore
  });

  it('reads times in several forms', () => {
    const time = (text: string) => row({ 'Start Time': text }).at.toISOString().slice(11, 16);
    expect(['04:47 PM CDT', '4:47 PM CDT', '447 pm cdt', '0447PM CDT', '11:05 AM CST', '04:47 AM EST'].map(time)).to.deep.equal(['21:47', '21:47', '21:47', '21:47', '17:05', '09:47']); // prettier-ignore
    for (const text of ['x04:47 PM CDT', '04:47 PM XYZ', '04:47 PM', '04:47 CDT', '13:47 AM CDT', '04:47 PM CDT on']) {
      expect(one({ 'Start Time': text }).rows, text).to.deep.equal([]);
    }
    expect(one({ 'Start Time': undefined }).refused[0].why).to.equal('expected a date and a time of a known zone, got "05/20/2026 undefined"'); // prettier-ignore
  });

  it('has the date of local solar time', () => {
    expect(row({ 'Start Time': '10:47 PM CDT' })).to.deep.include({ at: new Date('2026-05-21T03:47Z'), eventDate: '2026-05-20' }); // prettier-ignore
  });

  it('has the state at the end of its location', () => {
    const state = (place: string | undefined) => row({ 'Start Location': place }).state;
    expect([state('Norman / Cleveland / OK'), state('OK / Cleveland'), state('Norman / OKLA'), state('Norman OK'), state(undefined)]).to.deep.equal(['OK', null, null, null, null]); // prettier-ignore
  });

  it('has its summary up to a blank line or the end', () => {
    const comments = (...body: string[]) =>
      parseSurvey(['NOUS44 KOUN 212130', 'PNSOUN', '', '.Norman...', linesOf(), ...body].join('\n'), near).rows[0].comments; // prettier-ignore
    expect(comments('Summary: Trees fell.')).to.equal('Trees fell.');
    expect(comments('SURVEY SUMMARY:', '', 'Trees', 'fell.', '   ', 'More.')).to.equal('Trees fell.');
    expect(comments('A Summary: Trees fell.')).to.equal(null);
    expect(comments()).to.equal(null);
  });
});
