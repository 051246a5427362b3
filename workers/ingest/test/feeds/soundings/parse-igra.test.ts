import { expect } from 'chai';
import { isIgra, parseIgraSoundings } from '../../../src/feeds/soundings/parse-igra.ts';
import { refusalOf } from '../../support/refusal.ts';

/** Columns of igra2-data-format.txt: identifier 2–12, date 14–23, hour 25–26, release 28–31, levels 33–36, place 56–71. */
const header = (hour = '12 1110', levels = 1, place = ' 413200  -963669') =>
  `#USM00072558 2025 03 08 ${hour} ${String(levels).padStart(4)} ncdc-nws ncdc-nws${place}`;
/** Elapsed time, pressure, height, temperature, humidity, depression of the dew point, direction and speed of the wind. */
const line = (more: Partial<Record<'press' | 'gph' | 'temp' | 'dpdp' | 'wdir' | 'wspd', string | number>> = {}) => {
  const { press, gph, temp, dpdp, wdir, wspd } = { press: 85000, gph: 1500, temp: -44, dpdp: 17, wdir: 286, wspd: 21, ...more }; // prettier-ignore
  const column = (value: string | number, width: number) => String(value).padStart(width);
  return `10 -9999 ${column(press, 6)}B${column(gph, 5)}B${column(temp, 5)}B  880 ${column(dpdp, 5)} ${column(wdir, 5)} ${column(wspd, 5)} `; // prettier-ignore
};
const read = (...lines: string[]) => parseIgraSoundings(lines.join('\n'));
const levelOf = (text: string) => {
  const { pressureHpa, heightM, temperatureC, dewpointC, windDirDeg, windSpeedKt } = read(header(), text).rows[0]
    .profile;
  return [pressureHpa[0], heightM[0], temperatureC[0], dewpointC[0], windDirDeg[0], windSpeedKt[0]];
};

describe('soundings/parse-igra', () => {
  it('reads a sounding by the columns of the format', () => {
    expect(read(header(), line())).to.deep.equal({
      rows: [
        {
          station: '72558',
          source: 'igra',
          at: new Date('2025-03-08T12:00:00Z'),
          lon: -96.3669,
          lat: 41.32,
          elevationM: null,
          profile: {
            pressureHpa: [850],
            heightM: [1500],
            temperatureC: [-4.4],
            dewpointC: [-6.1], // 1.7 below
            windDirDeg: [286],
            windSpeedKt: [4.1], // 2.1 m/s × 3600 / 1852
          },
        },
      ],
      refused: [],
      ignored: {},
    });
  });

  it('reads values that fill their columns', () => {
    const full = line({ press: 101325, gph: -1234, temp: -1054, dpdp: 10234, wdir: 12345, wspd: 10000 });
    // 1000 m/s are 1943.844 kt; -105.4 - 1023.4 = -1128.8
    expect(levelOf(full)).to.deep.equal([1013.25, -1234, -105.4, -1128.8, 12345, 1943.8]);
  });

  it('has null for a missing or removed value, for an empty column and for anything but a number', () => {
    for (const none of [-9999, -8888, '', 'x']) {
      expect(levelOf(line({ gph: none })), `height ${none}`).to.deep.equal([850, null, -4.4, -6.1, 286, 4.1]);
      expect(levelOf(line({ temp: none })), `temperature ${none}`).to.deep.equal([850, 1500, null, null, 286, 4.1]);
      expect(levelOf(line({ dpdp: none })), `dew point ${none}`).to.deep.equal([850, 1500, -4.4, null, 286, 4.1]);
      expect(levelOf(line({ wdir: none })), `direction ${none}`).to.deep.equal([850, 1500, -4.4, -6.1, null, 4.1]);
      expect(levelOf(line({ wspd: none })), `speed ${none}`).to.deep.equal([850, 1500, -4.4, -6.1, 286, null]);
    }
    expect(levelOf(line({ gph: -8887 }))[1]).to.equal(-8887);
  });

  it('has no position where the header has none', () => {
    expect(read(header('12 1110', 1, ''), line()).rows[0]).to.include({ lon: null, lat: null });
    expect(read(header('12 1110', 1, '       x        x'), line()).rows[0]).to.include({ lon: null, lat: null });
  });

  it('takes the nominal hour, and that of the release only where it is missing', () => {
    const hourOf = (hour: string) => read(header(hour), line()).rows[0].at.toISOString().slice(5, 16);
    expect(hourOf('00 1110')).to.equal('03-08T00:00');
    expect(hourOf('12 9999')).to.equal('03-08T12:00');
    expect(hourOf('99 1110')).to.equal('03-08T12:00');
    expect(hourOf('99 2315')).to.equal('03-09T00:00');
    expect(hourOf('99 1199')).to.equal('03-08T12:00');
    expect(hourOf('99 1299')).to.equal('03-08T12:00');
  });

  it('refuses a sounding without a time, with other levels than the format has, or with more of them than it says', () => {
    const refused = (...lines: string[]) => read(...lines, header('00 2315'), line()).refused;
    const what = (hour: string) => `USM00072558 2025 03 08 ${hour}`;
    expect(refused(header('99 9999'), line())).to.deep.equal([
      { what: what('99'), why: 'expected a date and an hour, got "2025 03 08 99"' },
    ]);
    expect(refused(header('24 1110'), line())).to.deep.equal([
      { what: what('24'), why: 'expected a date and an hour, got "2025 03 08 24"' },
    ]);
    expect(refused(header(), `4${line()}`)).to.deep.equal([
      { what: what('12'), why: `expected a type of level, got ${JSON.stringify(`4${line()}`).slice(0, 40)}` },
    ]);
    expect(refused(header(), line(), line())).to.deep.equal([
      { what: what('12'), why: 'expected at most 1 levels, got 2' },
    ]);
    expect(refused(header('12 1110', Number.NaN), line())).to.deep.equal([
      { what: what('12'), why: 'expected at most NaN levels, got 1' },
    ]);
  });

  it('ignores blank lines, and a sounding without a pressure', () => {
    expect(read('', header(), ' ', line(), '\r').rows).to.have.length(1);
    expect(read(header(), line({ press: -9999 })).ignored).to.deep.equal({ 'no levels with a pressure': 1 });
  });

  it('reads lines that end with a return and a line feed', () => {
    expect(read(`${header()}\r`, `${line()}\r`).rows).to.deep.equal(read(header(), line()).rows);
  });

  it('refuses a line outside a sounding', () => {
    expect(refusalOf(() => read(line(), header()))).to.equal(
      `igra: expected a header, got ${JSON.stringify(line()).slice(0, 40)}`,
    );
  });

  it('knows a file by its first header', () => {
    for (const text of [header(), `\n ${header()}`, header().replace('USM00072558', 'ZZV-ABC1234')])
      expect(isIgra(text), text).to.equal(true);
    for (const text of [
      `text ${header()}`,
      line(),
      header().slice(1),
      header().replace('USM', 'U1M'),
      header().replace('USM', '12M'),
      header().replace('USM0', 'USM'),
      header().replace('USM', 'USMM'),
      header().replace('72558', '7255x'),
      header().replace('2025 ', '202 '),
      header().replace('2025 ', '20255'),
      header().replace('2025', 'year'),
    ])
      expect(isIgra(text), text).to.equal(false);
  });
});
