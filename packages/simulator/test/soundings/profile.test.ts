import { readFileSync } from 'node:fs';
import { soundingStations } from '@severe/catalogue';
import { derive } from '@severe/thermo';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { airAt } from '../../src/hrrr/air.ts';
import { hourMs } from '../../src/model/plane.ts';
import { synopticAt } from '../../src/model/synoptic.ts';
import { soundingsOf } from '../../src/soundings/list.ts';
import { profileAt, type Level } from '../../src/soundings/profile.ts';

const seed = 11;
const time = Date.parse('2026-05-21T00:00:00Z');
const plains = soundingStations.filter(({ lat, lon }) => lat > 29 && lat < 43 && lon > -105 && lon < -88);

const derived = (levels: Level[]) =>
  derive({
    pressureHpa: levels.map(({ pressureHpa }) => pressureHpa),
    heightM: levels.map(({ heightM }) => heightM),
    temperatureC: levels.map(({ temperatureC }) => temperatureC),
    dewpointC: levels.map(({ dewpointC }) => dewpointC),
    windDirDeg: levels.map(({ fromDeg }) => fromDeg),
    windSpeedKt: levels.map(({ speedKt }) => speedKt),
  });

describe('the soundings of a seed', () => {
  it('reach from the ground to 100 hPa with physical lapse rates and humidity', () => {
    for (const station of plains) {
      const levels = profileAt(seed, station, time);
      expect(levels.at(-1)!.pressureHpa).to.be.closeTo(100, 10);
      for (const [i, level] of levels.slice(1).entries()) {
        const below = levels[i];
        expect(level.pressureHpa).to.be.below(below.pressureHpa);
        expect(level.heightM).to.be.above(below.heightM);
        expect(level.dewpointC).to.be.at.most(level.temperatureC);
        const theta = ({ temperatureC, pressureHpa }: Level) =>
          (temperatureC + 273.15) * (1000 / pressureHpa) ** 0.2854;
        expect(theta(level) - theta(below), `${station.id} ${level.pressureHpa}`).to.be.above(-0.6);
      }
      expect(levels.at(-1)!.heightM).to.be.within(15_500, 17_200); // 100 hPa
    }
  });

  it('have the lifted index and shear of the model, and CAPE where it has CAPE', () => {
    let energetic = 0;
    for (const station of plains) {
      const air = airAt(synopticAt(seed, time), station.lat, station.lon, time);
      const found = derived(profileAt(seed, station, time));
      expect(found.shear6kmMps! / Math.hypot(air.shearU6, air.shearV6)).to.be.within(0.85, 1.15);
      if (air.cape < 1500) continue;
      energetic++;
      expect(found.surface!.cape, station.id).to.be.within(0.4 * air.cape, 2.2 * air.cape);
    }
    expect(energetic).to.be.at.least(3);
  });

  it('are listed for 00 and 12 UTC, an hour later, with the field names of the real list', function () {
    const path = sharedFile(this, 'data/upstream/soundings/iem_raob_KOUN_199905040000.json');
    const real = JSON.parse(readFileSync(path, 'utf8')) as { profiles: { profile: object[] }[] };
    const list = (at: number, now: number, letters?: string) =>
      (soundingsOf(seed, at, now, letters) as typeof real).profiles;
    expect(list(time, time + hourMs)).to.deep.equal([]);
    expect(list(time + 6 * hourMs, time + 9 * hourMs)).to.deep.equal([]);
    expect(list(time, time + 2 * hourMs).length).to.be.above(60);
    const [norman] = list(time, time + 2 * hourMs, 'KOUN');
    expect(Object.keys(norman)).to.have.members(Object.keys(real.profiles[0]));
    expect(Object.keys(norman.profile[0])).to.have.members(Object.keys(real.profiles[0].profile[0]));
  });
});
