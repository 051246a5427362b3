import { expect } from 'chai';
import proj4 from 'proj4';
import { nearest, positionOf } from '../support.ts';
import { gridOf, gridHeight, gridWidth, type Entry } from './section3.ts';

const rotated = (angle: number): Entry[] => [
  ['degrees', 47, -20],
  ['degrees', 51, 342],
  ['u8', 55, 0x38],
  ['degrees', 56, -0.5],
  ['degrees', 60, 11.5],
  ['degrees', 64, 0.5],
  ['degrees', 68, 0.5],
  ['u8', 72, 0x40],
  ['degrees', 73, -40],
  ['degrees', 77, 10],
  ['f32', 81, angle],
];

const sampleCells = [0, 59, 1234, gridWidth * gridHeight - 1];

describe('grid/rotated-latlon', () => {
  for (const angle of [0, 25]) {
    it(`agrees with PROJ on a pole rotated by ${angle} degrees`, () => {
      const grid = gridOf(1, 84, rotated(angle));
      const definition = `+proj=ob_tran +o_proj=longlat +o_lat_p=40 +o_lon_p=${-angle} +lon_0=10 +R=6371229`;
      for (const index of sampleCells) {
        const found = positionOf(grid, index);
        const [lon, lat] = proj4(definition, [found.lon, found.lat]);
        expect(lat).to.be.closeTo(-20 + Math.floor(index / gridWidth) * 0.5, 1e-9);
        expect(lon).to.be.closeTo(-18 + (index % gridWidth) * 0.5, 1e-9);
        expect(nearest(grid, found)).to.equal(index);
      }
      expect(nearest(grid, { lat: -30, lon: 10 })).to.equal(undefined);
    });
  }

  it('has the pole and the flag of vectors along the grid', () => {
    const grid = gridOf(1, 84, rotated(0));
    expect(grid.vectorsAlongGrid).to.equal(true);
    expect(grid.geometry).to.deep.equal({
      kind: 'rotated-latlon',
      firstLat: -20,
      firstLon: -18,
      stepLat: 0.5,
      stepLon: 0.5,
      pole: { lat: -40, lon: 10, angle: 0 },
      isFirstGeographic: false,
    });
  });

  it('refuses invalid poles', () => {
    const refusal =
      (...more: Entry[]) =>
      () =>
        gridOf(1, 84, [...rotated(0), ...more]);
    expect(refusal(['degrees', 73, 91])).to.throw('a southern pole at latitude 91, rotated by 0 degrees');
    expect(refusal(['f32', 81, NaN])).to.throw('rotated by NaN degrees');
  });

  it('reads the native grid of the RAP, whose last point is in the file too', () => {
    const grid = gridOf(32769, 80, [
      ['u32', 7, 954 * 835],
      ['u32', 31, 954],
      ['u32', 35, 835],
      ['degrees', 47, -7.491],
      ['degrees', 51, 215.866],
      ['u8', 55, 0x38],
      ['degrees', 56, 54],
      ['degrees', 60, 254],
      ['degrees', 64, 0.126],
      ['degrees', 68, 0.108],
      ['u8', 72, 0x40],
    ]);
    const [first, last] = [positionOf(grid, 0), positionOf(grid, 954 * 835 - 1)];
    expect(first.lat).to.be.closeTo(-7.491, 1e-9);
    expect(first.lon).to.be.closeTo(-144.134, 1e-9);
    expect(last.lat).to.be.closeTo(44.54, 1e-3);
    expect(last.lon).to.be.closeTo(14.802, 1e-3);
    expect(nearest(grid, { lat: 54, lon: -106.01 }), 'the middle').to.equal(417 * 954 + 476);
  });
});
