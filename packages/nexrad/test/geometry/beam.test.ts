import { expect } from 'chai';
import { beamAt, slantAt } from '../../src/index.ts';

const effectiveRadiusM = (6_371_000 * 4) / 3;

/** The beam as a straight line over a circle, followed in steps: where the normal through its end meets the ground. */
function followed(slantM: number, elevationDeg: number): { groundM: number; heightM: number } {
  const steps = 20_000;
  let [x, y, ground] = [0, effectiveRadiusM, 0];
  const step = slantM / steps;
  const elevation = (elevationDeg * Math.PI) / 180;
  for (let i = 0; i < steps; i++) {
    const before = [x, y];
    x += step * Math.cos(elevation);
    y += step * Math.sin(elevation);
    // The angle between the two normals, by their cross product
    ground += (effectiveRadiusM * (before[1] * x - before[0] * y)) / (Math.hypot(...before) * Math.hypot(x, y));
  }
  return { groundM: ground, heightM: Math.hypot(x, y) - effectiveRadiusM };
}

describe('geometry/beam', () => {
  for (const elevation of [0, 0.5, 1.5, 4.3, 19.5, 60]) {
    it(`agrees with numerical ray tracing at ${elevation} degrees, to 10 cm`, () => {
      for (const slant of [2125, 50_000, 200_000, 460_000]) {
        const { groundM, heightM } = beamAt(slant, elevation);
        const expected = followed(slant, elevation);
        expect(groundM).to.be.closeTo(expected.groundM, 0.1);
        expect(heightM).to.be.closeTo(expected.heightM, 0.1);
      }
    });
  }

  it('rises by its elevation and by the curve of the earth: h = r sin e + (r cos e)² / 2R', () => {
    // 873 m of elevation and 589 m of curvature; twice and four times as much
    expect(beamAt(100_000, 0.5).heightM).to.be.closeTo(873 + 589, 2);
    expect(beamAt(200_000, 0.5).heightM).to.be.closeTo(1745 + 2354, 4);
  });

  it('converts ground range to slant range and back', () => {
    for (const elevation of [0, 0.5, 4.3, 19.5, 60]) {
      for (const slant of [0, 2125, 100_000, 460_000]) {
        const { groundM } = beamAt(slant, elevation);
        expect(slantAt(groundM, elevation)).to.be.closeTo(slant, 1e-3);
      }
    }
  });

  it('returns Infinity for a place that a steep beam does not reach', () => {
    expect(slantAt(100_000, 90)).to.equal(Infinity);
    expect(slantAt(10_000_000, 60)).to.equal(Infinity);
  });
});
