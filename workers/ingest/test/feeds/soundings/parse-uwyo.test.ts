import { expect } from 'chai';
import { parseUwyoSounding } from '../../../src/feeds/soundings/parse-uwyo.ts';
import { refusalOf } from '../../support/refusal.ts';

const header =
  'time,longitude,latitude,pressure_hPa,geopotential height_m,temperature_C,dew point temperature_C,ice point temperature_C,' +
  'relative humidity_%,humidity wrt ice_%,mixing ratio_g/kg,wind direction_degree,wind speed_m/s';
const surface = '1999-05-03 23:02:00,-97.4400,35.1800, 959.0,  345, 22.2, 19.0, 19.1, 82, 83,14.56,160, 9.3';
const above = '1999-05-03 23:03:00,-97.4500,35.1900, 931.3,  610, 20.2, 17.5, 17.6, 84, 85,13.59,165,20.6';
const read = (...lines: string[]) => parseUwyoSounding(lines.join('\n'), 'OUN');

describe('soundings/parse-uwyo', () => {
  it('reads the columns by their names, and place, time and elevation from the first line', () => {
    expect(read(header, surface, above)).to.deep.equal({
      station: 'OUN',
      source: 'uwyo',
      at: new Date('1999-05-04T00:00:00Z'),
      lon: -97.44,
      lat: 35.18,
      elevationM: 345,
      profile: {
        pressureHpa: [959, 931.3],
        heightM: [345, 610],
        temperatureC: [22.2, 20.2],
        dewpointC: [19, 17.5],
        windDirDeg: [160, 165],
        windSpeedKt: [18.1, 40], // 9.3 m/s are 18.08 kt, 20.6 m/s are 40.04 kt
      },
    });
  });

  it('has null for empty columns and for those that a line lacks', () => {
    const { profile, elevationM } = read(header, '1999-05-03 23:02:00,-97.44,35.18, 959.0, , 22.2,', above);
    expect(elevationM).to.equal(null);
    expect(profile).to.deep.include({
      heightM: [null, 610],
      dewpointC: [null, 17.5],
      windDirDeg: [null, 165],
      windSpeedKt: [null, 40],
    });
  });

  it('ignores blank lines, and reads lines that end with a return and a line feed', () => {
    expect(read(`${header}\r`, '\r', ' ', `${surface}\r`, '')).to.deep.equal(read(header, surface));
  });

  it('says where there is no sounding', () => {
    const sentence = 'Unable to retrieve the data for BOI at 2010-12-09 01:00:00.';
    expect(refusalOf(() => read(` \n${sentence}\n`))).to.equal(`no-data: ${sentence}`);
    expect(refusalOf(() => read(sentence.padEnd(130, '!')))).to.equal(`no-data: ${sentence.padEnd(120, '!')}`);
    for (const rest of [[], [''], [' ', '\r']])
      expect(refusalOf(() => read(header, ...rest))).to.equal('no-data: the sounding has a header and no levels');
  });

  it('refuses any other text', () => {
    expect(refusalOf(() => read(`Sorry. ${'Unable to retrieve the data.'.repeat(3)}`))).to.equal(
      'csv: expected the header of a sounding, got "Sorry. Unable to retrieve the data.Unable to retrieve the d',
    );
    expect(refusalOf(() => read(`\n${header}`, surface))).to.match(/^csv: expected the header of a sounding, got /);
  });

  it('refuses a first line without a time or place', () => {
    const without = (part: string) => refusalOf(() => read(header, surface.replace(part, '')));
    expect(without('1999-05-03 23:02:00')).to.equal('time: expected time as a time, got ""');
    expect(without('-97.4400')).to.equal('field: expected longitude as a number, got ""');
    expect(without('35.1800')).to.equal('field: expected latitude as a number, got ""');
  });
});
