import { expect } from 'chai';
import { parseIemSoundings } from '../../../src/feeds/soundings/parse-iem.ts';
import { refusalOf } from '../../support/refusal.ts';

const level = { pres: 959, hght: 362, tmpc: 22.3, dwpc: 19.1, drct: 160, sknt: 18 };
const sounding = { station: 'KOUN', valid: '1999-05-04T00:00:00Z', profile: [level] };
const read = (...profiles: unknown[]) => parseIemSoundings(JSON.stringify({ profiles }));

describe('soundings/parse-iem', () => {
  it('reads the station, the hour and the columns of a profile, without a position', () => {
    expect(read(sounding)).to.deep.equal({
      rows: [
        {
          station: 'KOUN',
          source: 'iem',
          at: new Date('1999-05-04T00:00:00Z'),
          lon: null,
          lat: null,
          elevationM: null,
          profile: {
            pressureHpa: [959],
            heightM: [362],
            temperatureC: [22.3],
            dewpointC: [19.1],
            windDirDeg: [160],
            windSpeedKt: [18],
          },
        },
      ],
      refused: [],
      ignored: {},
    });
  });

  it('ignores a profile without levels', () => {
    const { rows, refused, ignored } = read({ ...sounding, profile: [] }, sounding);
    expect([rows.length, refused, ignored]).to.deep.equal([1, [], { 'no levels': 1 }]);
  });

  it('refuses a broken profile by its station, else by its number, and reads the others', () => {
    const { rows, refused } = read(
      { ...sounding, profile: null },
      { ...sounding, profile: [7] },
      { ...sounding, valid: null },
      { ...sounding, station: 'M' },
      { ...sounding, station: null },
      'KAMA',
      sounding,
    );
    expect(rows).to.have.length(1);
    expect(refused).to.deep.equal([
      { what: 'KOUN', why: 'expected a profile as a list, got null' },
      { what: 'KOUN', why: 'expected a level as an object, got 7' },
      { what: 'KOUN', why: 'expected valid as a time, got null' },
      { what: 'profile 3', why: 'expected station as text, got "M"' },
      { what: 'profile 4', why: 'expected station as text, got null' },
      { what: 'profile 5', why: 'expected a profile as an object, got "KAMA"' },
    ]);
  });

  it('refuses a payload without a list of profiles', () => {
    expect(refusalOf(() => parseIemSoundings('[]'))).to.equal('shape: expected profiles as an object, got []');
    expect(refusalOf(() => parseIemSoundings('{}'))).to.equal('shape: expected profiles as a list, got nothing');
  });
});
