import { expect } from 'chai';
import {
  AreaError,
  areaHolds,
  areaOf,
  contains,
  otherSideOf,
  uncrossed,
  withoutCrossing,
  type Area,
  type Bounds,
} from '../src/index.ts';

const square = (west: number, south: number, size: number) => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

describe('area', () => {
  const box: Bounds = [-100, 30, -90, 40];
  const pacific: Bounds = [175, -20, -175, -10];

  it('contains its edges and corners, and nothing beside them', () => {
    for (const [lon, lat] of [
      [-100, 30],
      [-90, 40],
      [-100, 40],
      [-90, 30],
      [-95, 35],
    ]) {
      // prettier-ignore
      expect(contains(box, lon, lat), `${lon} ${lat}`).to.equal(true);
    }
    for (const [lon, lat] of [
      [-100.1, 35],
      [-89.9, 35],
      [-95, 29.9],
      [-95, 40.1],
      [175, 35],
    ]) {
      // prettier-ignore
      expect(contains(box, lon, lat), `${lon} ${lat}`).to.equal(false);
    }
    expect(contains([10, 20, 10, 20], 10, 20)).to.equal(true);
    expect(contains([10, 20, 10, 20], 11, 20)).to.equal(false);
  });

  it('may cross the antimeridian', () => {
    for (const lon of [175, 179, 180, -180, -179, -175]) expect(contains(pacific, lon, -15), `${lon}`).to.equal(true);
    for (const lon of [0, 174.9, -174.9]) expect(contains(pacific, lon, -15), `${lon}`).to.equal(false);
    expect(contains(pacific, 179, -9)).to.equal(false);
  });

  it('is split at the antimeridian', () => {
    expect(uncrossed(box)).to.deep.equal([box]);
    expect(uncrossed([10, 20, 10, 20])).to.deep.equal([[10, 20, 10, 20]]);
    expect(uncrossed(pacific)).to.deep.equal([
      [175, -20, 180, -10],
      [-180, -20, -175, -10],
    ]);
  });

  it('has both names of the antimeridian on its edge', () => {
    const east: Bounds = [-180, 50, -170, 60];
    for (const lon of [-180, 180]) {
      expect(contains(east, lon, 55)).to.equal(true);
      expect(contains([170, 50, 180, 60], lon, 55)).to.equal(true);
      expect(contains([180, 50, 180, 60], lon, 55)).to.equal(true);
    }
    expect(otherSideOf(east)).to.deep.equal([[180, 50, 180, 60]]);
    expect(otherSideOf([170, 50, 180, 60])).to.deep.equal([[-180, 50, -180, 60]]);
    for (const none of [box, pacific, [-180, 0, 180, 10], [180, 0, -170, 10]] as Bounds[]) expect(otherSideOf(none)).to.deep.equal([]); // prettier-ignore
  });

  it('has all longitudes for clients that know no crossing', () => {
    expect([withoutCrossing(box), withoutCrossing(pacific)]).to.deep.equal([box, [-180, -20, 180, -10]]);
  });

  it('combines the parameters that are given', () => {
    const point = { lat: 35, lon: -97 };
    expect(areaOf({})).to.equal(undefined);
    expect(areaOf({ bbox: box })).to.deep.equal({ bbox: box });
    expect(areaOf({ point })).to.deep.equal({ point });
    expect(areaOf({ bbox: box, point, radius: 0 })).to.deep.equal({ bbox: box, point, radiusM: 0 });
    expect(() => areaOf({ bbox: box, radius: 5 })).to.throw(AreaError, 'needs a point');
  });

  it('holds what is inside of a part of it and outside of its holes', () => {
    const holed = [square(0, 0, 10), square(4, 4, 2)];
    const polygon = { type: 'Polygon', coordinates: holed } as Area;
    const parts = { type: 'MultiPolygon', coordinates: [holed, [square(20, 0, 2)]] } as Area;
    for (const area of [polygon, parts]) {
      expect(areaHolds(area, [2, 2])).to.equal(true);
      expect(areaHolds(area, [5, 5])).to.equal(false);
      expect(areaHolds(area, [12, 5])).to.equal(false);
    }
    expect([areaHolds(polygon, [21, 1]), areaHolds(parts, [21, 1])]).to.deep.equal([false, true]);
  });
});
