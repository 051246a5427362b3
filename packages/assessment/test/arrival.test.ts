import { expect } from 'chai';
import * as fc from 'fast-check';
import { arrivalOf, arrivalsOf, cone, coneCovers, coneOf, type MovingStorm } from '@severe/assessment';
import {
  areaHolds,
  bearingDeg,
  destination,
  distanceM,
  signedArea,
  type Area,
  type Point,
  type Position,
} from '@severe/geo';
import { onEarth } from '@severe/geo/on-earth';
import { now, place, storm } from './support/situations.ts';

const arrival = (given: MovingStorm) => arrivalOf(given, { now, place });
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

describe('assessment/arrival', () => {
  it('is the distance along the motion over the speed', () => {
    const found = arrival(storm())!;
    expect(found.minutes).to.be.closeTo(18_000 / 18 / 60, 0.05);
    expect(found.distanceM).to.be.closeTo(18_000, 20);
    expect(found.bearingDeg).to.be.closeTo(225, 0.5);
    expect(found.at.getTime()).to.be.closeTo(now.getTime() + (1000 / 60) * 60_000, 2000);
  });

  it('counts from the time of the observation', () => {
    const found = arrival(storm({ motion: { observedAt: minutesAgo(10) } }))!;
    expect(found.minutes).to.be.closeTo(18_000 / 18 / 60 - 10, 0.05);
    expect(distanceM(place, found.position)).to.be.closeTo(18_000 - 18 * 600, 30);
  });

  it('has a spread around it', () => {
    const { earliest, minutes, latest } = arrival(storm({ km: 40 }))!;
    expect(earliest).to.be.closeTo((40_000 - cone.radiusM) / (18 * 1.2) / 60, 0.1);
    expect(latest).to.be.closeTo((40_000 + cone.radiusM) / (18 * 0.8) / 60, 0.1);
    expect(minutes).to.be.within(earliest, latest);
  });

  it('is null if the cone misses the place, the storm has passed, or does not move', () => {
    expect(arrival(storm({ motion: { towardDeg: 90 } }))).to.equal(null);
    expect(arrival(storm({ motion: { observedAt: minutesAgo(25) } }))).to.equal(null);
    expect(arrival(storm({ km: 90 }))).to.equal(null);
    expect(arrival(storm({ motion: { speedMps: 0 } }))).to.equal(null);
  });

  it('is now for a storm at the place', () => {
    expect(arrival(storm({ motion: { observedAt: minutesAgo(18) } }))!.minutes).to.equal(0);
  });

  it('takes the part of a line that moves over the place', () => {
    const [left, right] = [destination(place, 300, 40_000), destination(place, 240, 40_000)];
    const line = storm({ motion: { points: [left, destination(place, 270, 25_000), right], towardDeg: 90 } });
    expect(arrival(line)!.distanceM).to.be.closeTo(25_000, 100);
  });

  it('puts storms of warnings before cells, then the earliest', () => {
    const cell = storm({ alertId: null, cellId: 'c1', km: 5 });
    const storms = [cell, storm({ alertId: 2, km: 30 }), storm({ alertId: 3, km: 12 })];
    expect(arrivalsOf({ now, place, storms }).map((found) => found.storm.alertId)).to.deep.equal([3, 2, null]);
  });

  it('has a cone that holds the path for an hour, does not reach back, and is a valid ring', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 2, max: 40 }), (towardDeg, speedMps) => {
        const { motion } = storm({ motion: { points: [place], towardDeg, speedMps } });
        const area = coneOf(motion);
        const [ring] = area.coordinates;
        expect(ring[0]).to.deep.equal(ring.at(-1));
        expect(signedArea(ring)).to.be.greaterThan(0);
        const holds = (deg: number, metres: number) => {
          const { lat, lon } = destination(place, deg, metres);
          return areaHolds(area, [lon, lat]);
        };
        for (const minutes of [1, 20, 40, 59]) expect(holds(towardDeg, speedMps * 60 * minutes)).to.equal(true);
        expect(holds(towardDeg + 180, 1.5 * cone.radiusM)).to.equal(false);
        expect(holds(towardDeg, speedMps * 3600 * 1.3 + 2 * cone.radiusM)).to.equal(false);
      }),
      { seed: 7 },
    );
  });

  it('is the same for a line of storms on the antimeridian, and near a pole, as at home', () => {
    const at = (home: Point) => {
      const [left, right] = [destination(home, 300, 30_000), destination(home, 240, 30_000)];
      const middle = destination(home, 270, 20_000);
      const towardDeg = bearingDeg(middle, home); // near a pole, north is elsewhere
      const line = storm({ motion: { points: [left, middle, right], towardDeg } });
      const found = arrivalOf(line, { now, place: home })!;
      const area = onEarth(coneOf(line.motion));
      const parts = area.type === 'Polygon' ? [area.coordinates] : (area.coordinates as Position[][][]);
      const positions = parts.flat(2);
      expect(positions.every(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90)).to.equal(true);
      return [found.distanceM, found.minutes, distanceM(found.position, home)];
    };
    const home = at({ lat: 35.2, lon: -97.4 });
    for (const moved of [
      { lat: 35.2, lon: 180 },
      { lat: 52, lon: -179.9 },
      { lat: 89.9, lon: 20 },
      { lat: -13.4, lon: 144.8 },
    ]) {
      at(moved).forEach((value, i) => expect(value, JSON.stringify(moved)).to.be.closeTo(home[i], 0.01 * home[i] + 1));
    }
  });

  it('has a cone around a pole that encloses it', () => {
    const { motion } = storm({ motion: { points: [{ lat: 89.95, lon: 0 }], towardDeg: 0 } });
    const area = onEarth(coneOf(motion)) as Area;
    for (const lon of [-180, -90, 0, 90, 179]) {
      expect(areaHolds(area, [lon, 89.999]), String(lon)).to.equal(true);
      expect(coneCovers(motion, { lat: 89.999, lon })).to.equal(true);
    }
    expect(coneCovers(motion, { lat: 80, lon: 0 })).to.equal(false);
  });

  it('covers places across the antimeridian', () => {
    const { motion } = storm({ motion: { points: [{ lat: 52, lon: 179.8 }], towardDeg: 90 } });
    expect(coneCovers(motion, { lat: 52, lon: -179.9 })).to.equal(true);
    expect(coneCovers(motion, { lat: 52, lon: 179.9 })).to.equal(true);
  });
});
