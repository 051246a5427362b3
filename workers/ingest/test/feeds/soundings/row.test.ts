import { expect } from 'chai';
import { knotsOf, type Level, nominalHour, profileOf } from '../../../src/feeds/soundings/row.ts';

const level = (pressureHpa: number | null, more: Partial<Level> = {}): Level => ({ pressureHpa, heightM: 1500, temperatureC: null, dewpointC: null, windDirDeg: null, windSpeedKt: null, ...more }); // prettier-ignore

describe('soundings/row', () => {
  it('finds the nominal hour by the release windows of the weather service', () => {
    // The first and last minute of each window: https://www.weather.gov/dvn/ua
    const windows = [
      ['00', '23:00', '00:29'], ['01', '00:30', '01:29'], ['02', '01:30', '02:29'], ['03', '02:30', '03:29'],
      ['04', '03:30', '04:29'], ['05', '04:30', '04:59'], ['06', '05:00', '06:29'], ['07', '06:30', '07:29'],
      ['08', '07:30', '08:29'], ['09', '08:30', '09:29'], ['10', '09:30', '10:29'], ['11', '10:30', '10:59'],
      ['12', '11:00', '12:29'], ['13', '12:30', '13:29'], ['14', '13:30', '14:29'], ['15', '14:30', '15:29'],
      ['16', '15:30', '16:29'], ['17', '16:30', '16:59'], ['18', '17:00', '18:29'], ['19', '18:30', '19:29'],
      ['20', '19:30', '20:29'], ['21', '20:30', '21:29'], ['22', '21:30', '22:29'], ['23', '22:30', '22:59'],
    ]; // prettier-ignore
    for (const [hour, ...releases] of windows)
      for (const release of releases)
        expect(
          nominalHour(new Date(`2026-05-20T${release}:00Z`))
            .toISOString()
            .slice(11, 16),
          release,
        ).to.equal(`${hour}:00`);
    expect(nominalHour(new Date('2026-12-31T23:00:00Z'))).to.deep.equal(new Date('2027-01-01T00:00:00Z'));
  });

  it('converts metres per second to tenths of a knot', () => {
    // A knot is 1852 m an hour: 10 m/s are 36,000 m an hour, 19.438 kt.
    expect([0, 1, 10].map(knotsOf)).to.deep.equal([0, 1.9, 19.4]);
  });

  it('keeps levels with a positive pressure and any value but height', () => {
    const kept = (...levels: Level[]) => profileOf(levels).pressureHpa;
    expect(kept(level(1000))).to.deep.equal([]);
    expect(kept(level(null, { temperatureC: 1 }), level(0, { temperatureC: 1 }))).to.deep.equal([]);
    for (const name of ['temperatureC', 'dewpointC', 'windDirDeg', 'windSpeedKt'])
      expect(kept(level(1000, { [name]: 0 })), name).to.deep.equal([1000]);
  });

  it('orders levels by pressure, and keeps the first of each', () => {
    const { pressureHpa, temperatureC } = profileOf([level(850, { temperatureC: 1 }), level(1000, { temperatureC: 2 }), level(850, { temperatureC: 3 }), level(500, { temperatureC: 4 })]); // prettier-ignore
    expect([pressureHpa, temperatureC]).to.deep.equal([
      [1000, 850, 500],
      [2, 1, 4],
    ]);
  });
});
