import { expect } from 'chai';
import proj4 from 'proj4';
import { nearest, positionOf } from '../support.ts';
import { gridOf, type Entry } from './section3.ts';

const distance = 6.6107; // radii of the earth
const viewSize = 1237;

const view: Entry[] = [
  ['u32', 7, viewSize * viewSize],
  ['u8', 15, 5],
  ['u32', 31, viewSize],
  ['u32', 35, viewSize],
  ['degrees', 43, 9.5],
  ['u32', 48, 1207],
  ['u32', 52, 1207],
  ['u32', 56, 618_000],
  ['u32', 60, 618_000],
  ['u32', 69, distance * 1e6],
];
const minor = 6356752.314245;
const angle = (2 * Math.asin(1 / distance)) / 1207;

describe('grid/space-view', () => {
  it('agrees with PROJ, point by point', () => {
    const height = (distance - 1) * 6378137;
    const definition = `+proj=geos +h=${height} +lon_0=9.5 +sweep=y +a=6378137 +b=${minor} +units=m`;
    const grid = gridOf(90, 80, view);
    for (const [i, j] of [
      [618, 618],
      [256, 168],
      [900, 1000],
      [60, 618],
      [700, 40],
    ]) {
      const x = (i - 618) * angle * height;
      const y = ((618 - j) * angle * minor * height) / 6378137;
      const [lon, lat] = proj4(definition).inverse([x, y]);
      const found = positionOf(grid, j * viewSize + i);
      expect(found.lat).to.be.closeTo(lat, 1e-6);
      expect(found.lon).to.be.closeTo(lon, 1e-6);
      expect(nearest(grid, found)).to.equal(j * viewSize + i);
    }
  });

  it('has no positions at its corners and no index behind the earth', () => {
    const grid = gridOf(90, 80, view);
    expect(positionOf(grid, 0)).to.deep.equal({ lat: NaN, lon: NaN });
    expect(nearest(grid, { lat: 0, lon: 9.5 })).to.equal(618 * viewSize + 618);
    for (const place of [
      { lat: 0, lon: -170 },
      { lat: 0, lon: 92 },
      { lat: 83, lon: 9.5 },
      { lat: -90, lon: 0 },
    ]) {
      expect(nearest(grid, place)).to.equal(undefined);
    }
    expect(nearest(grid, { lat: 0, lon: 90 })).to.be.a('number');
  });

  it('counts the rows of the point below the satellite from the south', () => {
    const grid = gridOf(90, 80, [...view, ['u32', 60, 610_000]]);
    expect(nearest(grid, { lat: 0, lon: 9.5 })).to.equal((viewSize - 1 - 610) * viewSize + 618);
  });

  it('has no positions if the image does not start in the north-west', () => {
    const grid = gridOf(90, 80, [...view, ['u8', 64, 0xc0]]);
    expect(positionOf(grid, 618 * viewSize + 618)).to.deep.equal({ lat: NaN, lon: NaN });
    expect(nearest(grid, { lat: 0, lon: 9.5 })).to.equal(undefined);
  });

  it('refuses views that it cannot compute', () => {
    const refusal =
      (...more: Entry[]) =>
      () =>
        gridOf(90, 80, [...view, ...more]);
    expect(refusal(['u32', 69, 0xffffffff])).to.throw('a view from infinity');
    expect(refusal(['degrees', 39, 3])).to.throw('a view above latitude 3, rotated by 0 degrees');
    expect(refusal(['u32', 69, 1e6])).to.throw('a view from 1 radii of the earth');
    expect(refusal(['u32', 48, 0])).to.throw('0 × 1207 points wide');
  });
});

describe('grid/unstructured', () => {
  it('is a row of points without positions', () => {
    const grid = gridOf(101, 38, [
      ['u32', 7, 500],
      ['u32', 15, 0x0600001a],
      ['u8', 19, 1],
      ['u8', 20, 0xa2],
    ]);
    expect([grid.width, grid.height]).to.deep.equal([500, 1]);
    expect(grid.geometry).to.deep.include({ kind: 'unstructured', number: 26, reference: 1 });
    expect(positionOf(grid, 3)).to.deep.equal({ lat: NaN, lon: NaN });
    expect(nearest(grid, { lat: 0, lon: 0 })).to.equal(undefined);
    expect(() => gridOf(101, 38, [['u32', 7, 3e9]])).to.throw('a grid of 3000000000 points');
  });
});
