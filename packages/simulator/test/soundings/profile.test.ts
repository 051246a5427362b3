import { readFileSync } from 'node:fs';
import { areaHolds } from '@severe/geo';
import { soundingStations } from '@severe/catalogue';
import { derive } from '@severe/thermo';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { openCenterArchive } from '../../src/center/archive.ts';
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

  it('have the helicity of the model, most of it in the lowest kilometre', () => {
    for (const station of plains) {
      const { helicity } = airAt(synopticAt(seed, time), station.lat, station.lon, time);
      const { srh1km, srh3km } = derived(profileAt(seed, station, time));
      expect(srh3km!, station.id).to.be.closeTo(helicity, 0.1 * Math.abs(helicity) + 12);
      if (helicity > 120) expect(srh1km! / srh3km!, station.id).to.be.within(0.45, 0.85);
    }
  });

  it('support strong tornadoes in watches of a particularly dangerous situation, and in no others', () => {
    const evenings = Array.from({ length: 12 }, (_, i) => time + (i - 6) * 24 * hourMs);
    let [most, found] = [0, 0];
    for (const evening of evenings) {
      const watches = openCenterArchive(seed).watches(evening, evening);
      for (const { isPds, ring } of watches.filter(({ type }) => type === 'TOR')) {
        const area = { type: 'Polygon' as const, coordinates: [ring] };
        const soundings = plains
          .filter(({ lon, lat }) => areaHolds(area, [lon, lat]))
          .map((station) => derived(profileAt(seed, station, evening)))
          .filter(({ mixed }) => mixed!.cape > 1500); // east of the dryline
        if (isPds) most += soundings.length;
        else found += soundings.length;
        for (const { stp, srh1km } of soundings) {
          if (!isPds) expect(stp).to.be.below(2.5);
          else {
            expect(stp).to.be.above(3);
            expect(srh1km).to.be.above(200);
          }
        }
      }
    }
    expect(most, 'soundings in such watches').to.be.above(3);
    expect(found, 'soundings in others').to.be.above(3);
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
