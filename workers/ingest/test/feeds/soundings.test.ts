import { readFileSync } from 'node:fs';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { parseIemSoundings } from '../../src/feeds/soundings/parse-iem.ts';
import { parseIgraSoundings } from '../../src/feeds/soundings/parse-igra.ts';
import { parseUwyoSounding } from '../../src/feeds/soundings/parse-uwyo.ts';

const level = (pres: number | null, hght: number | null, tmpc: number | null, dwpc: number | null, drct: number | null, sknt: number | null) => ({ pres, hght, tmpc, dwpc, drct, sknt }); // prettier-ignore

describe('feeds/soundings', () => {
  it('begins at the surface, omits mandatory levels below it, and keeps levels with only wind', () => {
    const profile = [level(850, 1500, 15, 10, 180, 30), level(1000, 0, null, null, null, null), level(921.7, 702, null, null, 164, 40), level(959, 362, 22.3, 19.1, 160, 18), level(850, 1500, 15, 10, 180, 30)]; // prettier-ignore
    const { rows } = parseIemSoundings(
      JSON.stringify({ profiles: [{ station: 'KOUN', valid: '1999-05-04T00:00:00Z', profile }] }),
    );
    expect(rows[0].profile).to.deep.equal({
      pressureHpa: [959, 921.7, 850],
      heightM: [362, 702, 1500],
      temperatureC: [22.3, null, 15],
      dewpointC: [19.1, null, 10],
      windDirDeg: [160, 164, 180],
      windSpeedKt: [18, 40, 30],
    });
  });

  it('reads NaN as null', () => {
    const text =
      '{"profiles": [{"station": "NaN, a name", "valid": "1999-05-04T00:00:00Z", "profile": [{"pres": 500.0, "tmpc": -9.0, "drct": NaN}]}]}';
    const [row] = parseIemSoundings(text).rows;
    expect(row.station).to.equal('NaN, a name');
    expect(row.profile.windDirDeg).to.deep.equal([null]);
  });

  it('parses the same profile from IEM and from Wyoming', function () {
    const read = (name: string) => readFileSync(sharedFile(this, `data/upstream/soundings/${name}`));
    const [iem] = parseIemSoundings(read('iem_raob_KOUN_199905040000.json')).rows;
    const uwyo = parseUwyoSounding(read('uwyo_OUN_19990504_00.csv'), 'OUN');
    expect(uwyo.at).to.deep.equal(iem.at); // released at 23:02
    const at = (pressure: number) => [iem, uwyo].map(({ profile }) => {
      const i = profile.pressureHpa.indexOf(pressure);
      return [profile.temperatureC[i], profile.dewpointC[i], Math.round(profile.windSpeedKt[i] as number)];
    }); // prettier-ignore
    for (const pressure of [925, 850, 700, 500]) {
      const [a, b] = at(pressure);
      // each has rounded the dew point in its own way
      for (const i of [0, 1, 2]) expect(a[i], `${pressure} hPa`).to.be.closeTo(b[i] as number, [0.15, 0.35, 1][i]);
    }
  });

  it('parses the tenths, pascals and missing-value codes of IGRA', function () {
    const [row] = parseIgraSoundings(
      readFileSync(sharedFile(this, 'data/upstream/soundings/text/IGRA_OAX_25030812.txt')),
    ).rows;
    expect(row).to.deep.include({ station: '72558', at: new Date('2025-03-08T12:00Z'), lat: 41.32, lon: -96.3669 });
    const { pressureHpa, heightM, temperatureC, dewpointC, windDirDeg, windSpeedKt } = row.profile;
    // "21     0  97904B-8888   -44B  880    17   286    21" is the surface: 979.04 hPa, -4.4 °C, 1.7 below, 286° at 2.1 m/s
    expect([pressureHpa[0], heightM[0], temperatureC[0], dewpointC[0], windDirDeg[0], windSpeedKt[0]]).to.deep.equal([979.04, null, -4.4, -6.1, 286, 4.1]); // prettier-ignore
  });

  const igra = (day: string, levels: string[], count = levels.length) =>
    [`#USM00072558 ${day} 1110 ${String(count).padStart(4)} ncdc-nws           413200  -963669`, ...levels, ''].join(
      '\n',
    );
  const surface = '21     0  97904B-8888   -44B  880    17   286    21 ';

  it('parses excerpts with fewer levels than the header says, and soundings without a nominal hour', () => {
    const { rows, refused, ignored } = parseIgraSoundings(
      igra('2025 03 08 12', [surface], 411) + igra('1935 07 02 99', [surface]) + igra('2025 03 09 00', []),
    );
    expect(rows.map(({ at }) => at.toISOString())).to.deep.equal([
      '2025-03-08T12:00:00.000Z',
      '1935-07-02T12:00:00.000Z',
    ]);
    expect({ refused, ignored }).to.deep.equal({ refused: [], ignored: { 'no levels with a pressure': 1 } });
  });

  it('refuses a sounding with more levels than its header says, and lines without a header', () => {
    const { rows, refused } = parseIgraSoundings(
      igra('2025 03 08 12', [surface, surface], 1) + igra('2025 03 09 00', [surface]),
    );
    expect([rows.length, refused]).to.deep.equal([1, [{ what: 'USM00072558 2025 03 08 12', why: 'expected at most 1 levels, got 2' }]]); // prettier-ignore
    expect(() => parseIgraSoundings(surface)).to.throw(DataError, 'expected a header');
  });
});
