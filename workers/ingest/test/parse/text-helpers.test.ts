import { DataError } from '@severe/base';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { readBulletin } from '../../src/parse/bulletin.ts';
import {
  exactText,
  exactUtc,
  lookUp,
  neededNumber,
  neededText,
  neededTime,
  numberOf,
  placeOf,
  pointOf,
  textOf,
  textsOf,
  timeOf,
} from '../../src/parse/fields.ts';
import { isClosed, productAreas, readLatLon, readPolylines, readPair, readPositions } from '../../src/parse/lat-lon.ts';
import {
  fullYear,
  lastSuchDay,
  localDay,
  localTime,
  localTimeLine,
  nearestTimeOfDay,
  nextTimeOfDay,
  resolveDayTime,
} from '../../src/parse/times.ts';
import { restored } from '../../src/parse/restored.ts';
import { readUgc, segmentsOf, statesOf } from '../../src/parse/ugc.ts';
import { converted } from '../../src/parse/units.ts';

const iso = (moment: Date | null | undefined) => moment?.toISOString().slice(0, 16);

describe('parse/times', () => {
  it('uses the nearest month, also across the ends of months and years', () => {
    expect(iso(resolveDayTime('010030', new Date('2026-04-30T23:50Z')))).to.equal('2026-05-01T00:30');
    expect(iso(resolveDayTime('302350', new Date('2026-05-01T00:10Z')))).to.equal('2026-04-30T23:50');
    expect(iso(resolveDayTime('010500', new Date('2026-12-31T20:00Z')))).to.equal('2027-01-01T05:00');
    expect(iso(resolveDayTime('311200', new Date('2027-01-02T00:00Z')))).to.equal('2026-12-31T12:00');
  });
  it('rejects day 31 in short months, and finds the month that has one', () => {
    expect(iso(resolveDayTime('311200', new Date('2026-04-16T00:00Z')))).to.equal('2026-03-31T12:00');
    expect(iso(resolveDayTime('290000', new Date('2028-02-28T00:00Z')))).to.equal('2028-02-29T00:00');
    for (const bad of ['', '000000', '321200', '012401', '012500', '010060', '1200']) {
      expect(() => resolveDayTime(bad, new Date('2026-04-16T00:00Z')), bad).to.throw(DataError, 'DDHHMM');
    }
  });
  it('finds any time within two weeks of the known one', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1999-12-01'), max: new Date('2040-01-01'), noInvalidDate: true }), fc.integer({ min: -13 * 1440, max: 13 * 1440 }), (near, minutes) => {
        const truth = new Date(Math.floor(near.getTime() / 60_000) * 60_000 + minutes * 60_000);
        expect(resolveDayTime(truth.toISOString().slice(8, 16).replaceAll(/\D/g, ''), near)).to.deep.equal(truth);
      }),
    );
  }); // prettier-ignore
  it('reads the end of a day as the start of the next one', () => {
    expect(iso(resolveDayTime('312400', new Date('2026-12-31T22:00Z')))).to.equal('2027-01-01T00:00');
    expect(iso(resolveDayTime('282400', new Date('2028-02-28T22:00Z')))).to.equal('2028-02-29T00:00');
    expect(iso(nextTimeOfDay('2400', new Date('2026-12-31T12:00Z')))).to.equal('2027-01-01T00:00');
    expect(iso(nextTimeOfDay('2400', new Date('2027-01-01T00:00Z')))).to.equal('2027-01-01T00:00');
  });
  it('finds the last such day that is not after a limit', () => {
    const last = (at: string, limit: string) => iso(lastSuchDay(new Date(at), new Date(limit)));
    expect(last('2026-03-31T01:00Z', '2026-03-30T00:00Z')).to.equal('2026-01-31T01:00');
    expect(last('2026-03-31T01:00Z', '2026-03-31T01:00Z')).to.equal('2026-03-31T01:00');
    expect(last('2026-03-10T01:00Z', '2026-03-10T00:59Z')).to.equal('2026-02-10T01:00');
    expect(last('2027-01-15T01:00Z', '2027-01-01T00:00Z')).to.equal('2026-12-15T01:00');
  });
  it('puts back the century of a year that is nearest to a known one', () => {
    const near = new Date('2026-06-01T00:00Z');
    const years = [['26', 2026], ['00', 2000], ['75', 2075], ['76', 2076], ['77', 1977], ['99', 1999]] as const; // prettier-ignore
    for (const [digits, year] of years) expect(fullYear(digits, near), digits).to.equal(year);
  });
  it('reads the line of local time in every zone', () => {
    expect(iso(localTimeLine('0127 PM CST TUE MAR 03 2026')?.at)).to.equal('2026-03-03T19:27');
    expect(iso(localTimeLine('1200 AM EDT Sat Jul 4 2026')?.at)).to.equal('2026-07-04T04:00');
    expect(iso(localTimeLine('1000 AM HST Wed Aug 08 2018')?.at)).to.equal('2018-08-08T20:00');
    expect(iso(localTimeLine('315 PM AKDT Tue Jun 02 2026')?.at)).to.equal('2026-06-02T23:15');
    expect(iso(localTimeLine('315 PM AKST Tue Dec 01 2026')?.at)).to.equal('2026-12-02T00:15');
    expect(iso(localTimeLine('800 PM CVT Fri Jul 31 2020')?.at)).to.equal('2020-07-31T21:00');
    expect(iso(localTimeLine('701 AM ChST Mon Dec 4 2023')?.at)).to.equal('2023-12-03T21:01');
    expect(iso(localTimeLine('701 AM MHT Mon Dec 4 2023')?.at)).to.equal('2023-12-03T19:01');
    expect(iso(localTimeLine('Noon CST Tue Mar 3 2026')?.at)).to.equal('2026-03-03T18:00');
    expect(iso(localTimeLine('MIDNIGHT CST TUE MAR 03 2026')?.at)).to.equal('2026-03-03T06:00');
    expect(iso(localTimeLine('1159 PM CST THU DEC 31 2026')?.at)).to.equal('2027-01-01T05:59');
    expect(localTimeLine('0127 PM XXX TUE MAR 03 2026')).to.equal(undefined);
    expect(localTimeLine('0127 PM CST TUE XXX 03 2026')).to.equal(undefined);
  });
  it('reads the same clock in standard and in daylight time an hour apart', () => {
    for (const [standard, daylight] of [['AST', 'ADT'], ['EST', 'EDT'], ['CST', 'CDT'], ['MST', 'MDT'], ['PST', 'PDT'], ['AKST', 'AKDT'], ['HST', 'HDT']])
      expect(Number(localTime([2026, 11, 1], '0130 AM', standard)) - Number(localTime([2026, 11, 1], '0130 AM', daylight)), standard).to.equal(3_600_000);
  }); // prettier-ignore
  it('rolls a time of day over midnight', () => {
    expect(iso(nextTimeOfDay('0945', new Date('2026-05-17T08:12Z')))).to.equal('2026-05-17T09:45');
    expect(iso(nextTimeOfDay('0045', new Date('2026-05-31T23:12Z')))).to.equal('2026-06-01T00:45');
  });
  it('finds the time of day nearest to a known time', () => {
    expect(iso(nearestTimeOfDay('2355', new Date('2027-01-01T00:05Z')))).to.equal('2026-12-31T23:55');
    expect(iso(nearestTimeOfDay('0005', new Date('2026-12-31T23:55Z')))).to.equal('2027-01-01T00:05');
    expect(iso(nearestTimeOfDay('1159', new Date('2028-03-01T00:00Z')))).to.equal('2028-03-01T11:59');
    expect(iso(nearestTimeOfDay('1200', new Date('2028-03-01T00:00Z')))).to.equal('2028-02-29T12:00');
  });
  it('keeps a time of day that is the start itself', () => {
    expect(iso(nextTimeOfDay('0812', new Date('2026-05-17T08:12Z')))).to.equal('2026-05-17T08:12');
  });
  it('refuses a time of day in any other form', () => {
    for (const bad of ['', '945', '2401', '1260', '00945', '0945Z', 'noon']) {
      expect(() => nextTimeOfDay(bad, new Date('2026-05-17T08:12Z')), bad).to.throw(DataError, 'expected HHMM');
    }
  });
  it('reads a day and time with Z and blanks around it, and with nothing else', () => {
    const near = new Date('2026-04-16T00:00Z');
    expect(iso(resolveDayTime(' 161205Z ', near))).to.equal('2026-04-16T12:05');
    for (const bad of ['1161205', '1612050', 'A161205', '161205ZZ']) {
      expect(() => resolveDayTime(bad, near), bad).to.throw(DataError, 'DDHHMM');
    }
  });
  it('reads the day of a line of local time whose clock or zone cannot be read', () => {
    for (const line of ['1951 AM CDT MON AUG 29 2005', '951 AM XYZ Mon Aug 29 2005', 'A\n1951 AM  AUG 29 2005 \nB'])
      expect(iso(localDay(line)), line).to.equal('2005-08-29T12:00');
    for (const line of ['', 'AUG 29 2005', '951 AM CDT MON AUX 29 2005', '951 AM CDT MON FEB 30 2005', 'AT 951 AM CDT AUG 29 2005'])
      expect(localDay(line), line).to.equal(undefined);
  }); // prettier-ignore
  it('names the zone of a local line in capitals', () => {
    expect(localTimeLine('701 AM ChST Mon Dec 4 2023')?.zone).to.equal('CHST');
  });
  it('reads times of twelve hours, of which noon and midnight are the twelfth', () => {
    const at = (clock: string) => iso(localTime([2026, 6, 2], clock, 'utc'));
    for (const [clock, time] of [
      ['1200 AM', '00:00'],
      ['1200 PM', '12:00'],
      ['105 AM', '01:05'],
      [' 1:05  pm ', '13:05'],
      ['1105PM', '23:05'],
      ['0005 AM', '00:05'],
      ['0005 PM', '12:05'],
      ['1305 PM', '13:05'],
      ['2359 PM', '23:59'],
      ['noon', '12:00'],
      ['MIDNIGHT', '00:00'],
    ]) {
      expect(at(clock), clock).to.equal(`2026-06-02T${time}`);
    }
    for (const bad of ['1305 AM', '2405 PM', '160 PM', '12 NOON', 'x105 PM', '105 PMs', '105', '']) {
      expect(at(bad), bad).to.equal(undefined);
    }
  });
});

describe('parse/fields', () => {
  it('reads times in all forms of the providers, in UTC if none is given', () => {
    for (const [text, expected] of [
      ['2026-07-15T16:00:00-04:00', '2026-07-15T20:00'],
      ['2026-08-18 01:00:00', '2026-08-18T01:00'],
      ['202605171200', '2026-05-17T12:00'],
      [1369079760000, '2013-05-20T19:56'],
      ['', undefined],
    ] as const) {
      expect(iso(timeOf(text, 'a time')), String(text)).to.equal(expected);
    }
    for (const bad of ['yesterday', '202613011200', '2026-02-30', Number.NaN, 1e18, '0001-01-01T00:00:00Z']) {
      expect(() => timeOf(bad, 'issue'), String(bad)).to.throw(DataError, 'expected issue as a time');
    }
  });
  it('accepts times of the years 1900 to 2200, also with blanks around them', () => {
    for (const text of ['1900-06-01T00:00:00Z', ' 2200-06-01T00:00:00Z ', ' 202605171200 ']) {
      expect(timeOf(text, 'issue'), text).to.be.instanceOf(Date);
    }
    for (const bad of ['1899-06-01T00:00:00Z', '2201-06-01T00:00:00Z', '1202605171200', '2026051712000', true, {}]) {
      expect(() => timeOf(bad, 'issue'), JSON.stringify(bad)).to.throw(DataError, 'expected issue as a time');
    }
    expect([timeOf(null, 'issue'), timeOf(undefined, 'issue')]).to.deep.equal([null, null]);
    expect(() => neededTime(null, 'issue')).to.throw(DataError, 'expected issue as a time, got null');
  });
  it('makes a date of parts only if the calendar has it', () => {
    expect(exactUtc([2028, 2, 29, 23, 59, 59])).to.deep.equal(new Date('2028-02-29T23:59:59Z'));
    const none = [[2026, 2, 29], [2026, 13, 5], [2026, 1, 366], [2026, 3, 0], [2026, 3, 1, 24], [2026, 3, 1, 0, 60], [2026, 3, 1, 0, 0, 60]]; // prettier-ignore
    for (const parts of none) expect(exactUtc(parts), String(parts)).to.equal(null);
  });
  it('reads texts without NUL and blanks, and null for every word for a missing value', () => {
    expect([textOf(' a\0b '), textOf(7), textOf('None of these')]).to.deep.equal(['ab', '7', 'None of these']);
    for (const value of ['', ' ', 'NULL', 'none', 'N/A', 'NaN', 'UNK', 'Unknown', 'M', null, undefined, {}, true]) {
      expect(textOf(value), JSON.stringify(value)).to.equal(null);
    }
    expect(() => neededText(' ', 'a name')).to.throw(DataError, 'expected a name as text, got " "');
    expect(neededText(' Norman ', 'a name')).to.equal('Norman');
  });
  it('keeps a text exactly as sent', () => {
    expect([exactText(' None ', 'x'), exactText('', 'x'), exactText(undefined, 'x')]).to.deep.equal([
      ' None ',
      null,
      null,
    ]);
    expect(() => exactText(7, 'a headline')).to.throw(DataError, 'expected a headline as text, got 7');
  });
  it('reads the texts of a list and leaves out what is no text', () => {
    expect(textsOf(['a', 7, null, ''])).to.deep.equal(['a', '']);
    expect(textsOf('abc')).to.deep.equal([]);
  });
  it('reads finite numbers, and null for the codes of missing values', () => {
    expect([numberOf(0), numberOf('-1.5'), numberOf(' 7 ')]).to.deep.equal([0, -1.5, 7]);
    for (const value of ['', '  ', 'x', Number.NaN, Infinity, null, undefined, true, []]) {
      expect(numberOf(value), String(value)).to.equal(null);
    }
    expect([numberOf(-999, [-999]), numberOf('-999', [-999, 9]), numberOf(5, [-999])]).to.deep.equal([null, null, 5]);
    expect(neededNumber('4', 'a size')).to.equal(4);
    expect(() => neededNumber('large', 'a size')).to.throw(DataError, 'expected a size as a number, got "large"');
  });
  it('finds the words of a table, and no inherited names', () => {
    const table = { null: 1, undefined: 2, hail: 3 };
    expect([lookUp(table, 'hail'), lookUp(table, 'rain'), lookUp(table, 'constructor')]).to.deep.equal([
      3,
      undefined,
      undefined,
    ]);
    expect([lookUp(table, null), lookUp(table, undefined)]).to.deep.equal([undefined, undefined]);
  });
  it('reads the place of a point, and of nothing else', () => {
    expect(pointOf({ type: 'Point', coordinates: [-97.4, 35.2] })).to.deep.equal({ lon: -97.4, lat: 35.2 });
    for (const bad of [null, undefined, 7, { type: 'LineString', coordinates: [-97.4, 35.2] }]) {
      expect(() => pointOf(bad), JSON.stringify(bad)).to.throw(DataError, 'expected a Point, got');
    }
    for (const bad of [[-97.4], [-97.4, 91], ['a', 'b'], null]) {
      expect(() => placeOf(bad), String(bad))
        .to.throw(DataError)
        .with.property('cause');
    }
  });
});

describe('parse/bulletin', () => {
  const lines = ['\u0001', '570 ', 'WUUS01 KWNS 010110 CCA', 'PTSDY1', '', '0810 PM CDT SUN MAY 31 2026', 'text\u0003'];
  it('reads heading, correction and product, framed and with doubled carriage returns or not', () => {
    for (const text of [lines.join('\r\r\n'), lines.slice(1).join('\n')]) {
      const { wmo, office, amendment, awips, issuedAt } = readBulletin(text, new Date('2026-01-01'));
      expect({ wmo, office, amendment, awips }).to.deep.equal({
        wmo: 'WUUS01',
        office: 'KWNS',
        amendment: 'CCA',
        awips: 'PTSDY1',
      });
      expect(iso(issuedAt)).to.equal('2026-06-01T01:10'); // the month is the local line's, not the receipt's
    }
  });
  it('refuses a text without a heading', () => {
    expect(() => readBulletin('Dear reader', new Date())).to.throw(DataError, 'WMO heading');
  });
});

describe('parse/ugc', () => {
  it('spells out ranges and prefixes over several lines', () => {
    const text = 'ILZ003>006-008-INZ001-\nOKC027-092130-\nWINNEBAGO-BOONE-';
    const ugc = readUgc(text, new Date('2013-01-08T21:23Z'));
    expect(ugc?.codes).to.deep.equal(['ILZ003', 'ILZ004', 'ILZ005', 'ILZ006', 'ILZ008', 'INZ001', 'OKC027']);
    expect(iso(ugc?.purgeAt)).to.equal('2013-01-09T21:30');
    expect(statesOf(ugc?.codes ?? [])).to.deep.equal(['IL', 'IN', 'OK']);
  });
  it('reads a whole state, and leaves out what is no code', () => {
    const near = new Date('2013-01-08T21:23Z');
    expect(readUgc('  OKCALL-TXZ096-X97-098X-1099-099-092130-  ', near)?.codes).to.deep.equal([
      'OKC000',
      'TXZ096',
      'TXZ099',
    ]);
  });
  it('reads a purge time that the wrapping of lines has put on a line of its own', () => {
    const ugc = readUgc('TXZ001>003-\n005-\n092130-\nAREA-', new Date('2013-01-08T21:23Z'));
    expect([ugc?.codes, iso(ugc?.purgeAt)]).to.deep.equal([
      ['TXZ001', 'TXZ002', 'TXZ003', 'TXZ005'],
      '2013-01-09T21:30',
    ]);
  });
  it('has a purge time of the month that is nearest to the issue', () => {
    const purge = (time: string, near: string) => iso(readUgc(`OKC027-${time}-`, new Date(near))?.purgeAt);
    expect(purge('010600', '2026-12-31T23:50Z')).to.equal('2027-01-01T06:00');
    expect(purge('312345', '2027-01-01T00:10Z')).to.equal('2026-12-31T23:45'); // that of a cancellation is over
    expect(purge('311200', '2026-03-30T12:00Z')).to.equal('2026-03-31T12:00');
    expect(purge('290000', '2028-02-28T12:00Z')).to.equal('2028-02-29T00:00');
    expect(purge('010000', '2028-02-29T12:00Z')).to.equal('2028-03-01T00:00');
    expect(purge('312400', '2026-12-31T12:00Z')).to.equal('2027-01-01T00:00');
    expect(() => purge('310000', '2026-06-15T12:00Z')).not.to.throw(); // of May
  });
  it('finds none where another line comes before the purge time', () => {
    expect(readUgc('OKC027-\nCleveland-\nMcClain-092130-', new Date('2013-01-08T21:23Z'))).to.equal(undefined);
  });
  it('divides a bulletin at two dollars, and where they are missing at the codes of the next segment', () => {
    const [one, two] = ['OKC027-\n092130-\nWindy.\n', 'OKC031-092130-\nCold.\n'];
    const heading = 'TITLE\n\n';
    expect(segmentsOf(`${heading}${one}\n$$\n\n${two}`)).to.deep.equal([`${heading}${one}\n`, `\n\n${two}`]);
    expect(segmentsOf(`${heading}${one}\n${two}`)).to.deep.equal([`${heading}${one}\n`, two]);
    expect(segmentsOf(`${one}\n${two}`)).to.deep.equal([`${one}\n`, two]);
    expect(segmentsOf('No codes.')).to.deep.equal(['No codes.']);
  });
  it('begins no segment at codes that are repeated above the event', () => {
    const event = 'OKC027-092130-\n/O.NEW.KOUN.FL.W.0012.130108T2300Z-130109T0300Z/\n';
    expect(segmentsOf(`OKC027-092130-\nTITLE\n\n${event}`)).to.deep.equal([event]);
  });
  it('begins at the first line of codes and ends with a time and nothing behind it', () => {
    const near = new Date('2013-01-08T21:23Z');
    const text = 'NOT 12-082200-\nUPDATE OKC001-\nOKC027-031-\n033-092230-\nTXC001-092330-';
    const ugc = readUgc(text, near);
    expect([ugc?.codes, iso(ugc?.purgeAt)]).to.deep.equal([['OKC027', 'OKC031', 'OKC033'], '2013-01-09T22:30']);
    expect(readUgc('OKC027-031-', near)).to.equal(undefined);
    expect(readUgc('12-082200-', near)).to.equal(undefined);
  });
  it('finds none in other words', () => {
    expect(readUgc('SPC WW 012048', new Date())).to.equal(undefined);
  });
});

describe('parse/lat-lon', () => {
  it('reads pairs of a warning, also without the blank of a pair', () => {
    const expected = [
      [-111.99, 33.1],
      [-97.2, 35.1],
    ];
    for (const text of ['3310 11199 3510 9720', '331011199\n      35109720 ', ' 3310 11199  3510 9720\n'])
      expect(readPositions(text), text).to.deep.equal(expected);
    expect(readPositions(' ')).to.deep.equal([]);
  });
  it('puts back the 1 that a longitude of four digits has lost in a warning', () => {
    expect(readPositions('3310 1199 35109720 2130 5790 1345 4475')).to.deep.equal([[-111.99, 33.1], [-97.2, 35.1], [-157.9, 21.3], [-144.75, 13.45]]); // prettier-ignore
    expect(readPositions('5172 18005 734 13450')).to.deep.equal([[-180.05, 51.72], [-134.5, 7.34]]); // prettier-ignore
  });
  it('refuses pairs of a warning of which one is not whole', () => {
    expect(readPositions('3310 36000')).to.deep.equal([[-360, 33.1]]);
    for (const bad of ['3310 36001', '3310', '3310 11199 3510', '3310 111999', '3310 999', '9310 11199', '33 10 11199'])
      expect(() => readPositions(bad), bad).to.throw(DataError, 'expected pairs of positions');
  });
  it('puts back the 1 of every position in an area of the products', () => {
    fc.assert(
      fc.property(fc.constantFrom(...productAreas), fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (area, up, left) => {
        const north = Math.round((area.south + up * (area.north - area.south)) * 100);
        const west = Math.round((area.east + left * (area.west - area.east)) * 100);
        const digits = (number: number) => String(number % 10_000).padStart(4, '0');
        expect(readPair(digits(north) + digits(west))).to.deep.equal([-west / 100, north / 100]);
        expect(readPositions(`${digits(north)} ${digits(west)}`)).to.deep.equal([[-west / 100, north / 100]]);
      }),
    );
  }); // prettier-ignore
  it('puts back the 1 of the nearer position outside of all areas', () => {
    for (const [digits, lon] of [['45006610', -66.1], ['45006100', -61], ['50505000', -150], ['30990050', -100.5], ['49009999', -99.99], ['49000000', -100], ['47002999', -129.99], ['47003500', -135], ['40004000', -140], ['60004999', -149.99], ['60005000', -150], ['52009000', -190], ['18306600', -66]] as const)
      expect(readPair(digits)[0], digits).to.equal(lon);
  }); // prettier-ignore
  it('puts back the 1 that is dropped beyond 100 W', () => {
    expect(readPair('24000804')).to.deep.equal([-108.04, 24]); // 8.04 and 100 add up to 108.03999999999999
    expect(readPair('42970252')).to.deep.equal([-102.52, 42.97]);
    expect(readPair('36069666')).to.deep.equal([-96.66, 36.06]);
    expect(() => readPair('4297025')).to.throw(DataError, '8 digits');
    expect(() => readPair('99999998')).to.throw(DataError);
  });
  it('parts lines at 99999999 and reads the ring after LAT...LON', () => {
    expect(readPolylines('30000000 31000000 99999999\n 32000000').map((line) => line.length)).to.deep.equal([2, 1]);
    expect(readLatLon('LAT...LON 30199264 32449081\n      32119008 \n\nMOST')).to.have.length(3);
    expect(readLatLon('none')).to.equal(undefined);
  });
  it('reads exactly eight digits, up to the pole', () => {
    expect(readPair('90005000')).to.deep.equal([-150, 90]);
    for (const bad of ['', '142970252', '429702521', '90010000', 'x42970252']) {
      expect(() => readPair(bad), bad).to.throw(DataError, 'expected 8 digits of a position');
    }
  });
  it('has no line of nothing between separators', () => {
    expect(readPolylines('99999999  99999999 30000000\n\n31000000 99999999')).to.deep.equal([
      [
        [-100, 30],
        [-100, 31],
      ],
    ]);
    expect(readPolylines(' ')).to.deep.equal([]);
  });
  it('takes a line for closed if it has four positions and ends where it begins', () => {
    const corner: [number, number][] = [[-97, 35], [-96, 35], [-96, 36]]; // prettier-ignore
    expect(isClosed([...corner, [-97, 35]])).to.equal(true);
    for (const end of [[-97, 36], [-96, 35], [-95, 34]]) expect(isClosed([...corner, end as [number, number]])).to.equal(false); // prettier-ignore
    expect(isClosed([corner[0], corner[1], corner[0]])).to.equal(false);
    expect(isClosed([])).to.equal(false);
  });
});

describe('parse/units', () => {
  it('converts by the unit that is named, in old and new codes', () => {
    expect(converted(10, 'unit:m_s-1', 'km/h')).to.equal(36);
    expect(converted(22.212, 'wmoUnit:km_h-1', 'km/h')).to.equal(22.212);
    expect(converted(0.0254, 'unit:m', 'mm')).to.be.closeTo(25.4, 1e-9);
    expect(converted(100000, 'wmoUnit:Pa', 'hPa')).to.equal(1000);
    expect(converted(212, 'degF', 'degC')).to.be.closeTo(100, 1e-9);
    expect(converted(273.15, 'wmoUnit:K', 'degC')).to.equal(0);
    expect(() => converted(1, 'xunit:Pa', 'hPa'))
      .to.throw(DataError, 'xunit:Pa')
      .with.property('code', 'unit');
    expect(() => converted(1, 'wmoUnit:furlong', 'km')).to.throw(DataError, 'furlong');
  });
});

describe('parse/restored', () => {
  it('puts back what is nearest to a known value, and of two equally near the greater', () => {
    expect([restored(499, 1000, 10_000), restored(500, 1000, 10_000), restored(501, 1000, 10_000)]).to.deep.equal([10_499, 10_500, 9501]); // prettier-ignore
    expect([restored(0, 1000, 10_499), restored(0, 1000, 10_500)]).to.deep.equal([10_000, 11_000]);
  });
});
