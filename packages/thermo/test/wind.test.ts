import {
  airLevels,
  bulkShear,
  helicity,
  meanWind,
  rightMover,
  windAt,
  type WindLevel,
  windLevels,
} from '@severe/thermo';
import { expect } from 'chai';
import { weismanKlemp } from './weisman-klemp.ts';

/** Straight westerly shear of 5 m/s a kilometre. */
const straight: WindLevel[] = [0, 1500, 3000, 4500, 6000, 8000].map((height) => ({ height, u: height / 200, v: 0 }));

describe('thermo/wind', () => {
  it('interpolates between levels and returns undefined beyond them', () => {
    expect(windAt(straight, 1000)).to.deep.equal({ u: 5, v: 0 });
    expect(windAt(straight, 9000)).to.equal(undefined);
    expect(bulkShear(straight, 6000)).to.equal(30);
    expect(bulkShear(straight.slice(0, 3), 6000)).to.equal(undefined);
    expect(meanWind(straight, 0, 6000)).to.deep.equal({ u: 15, v: 0 });
  });

  it('moves the storm 7.5 m/s to the right of the shear', () => {
    expect(rightMover(straight)).to.deep.equal({ u: 15, v: -7.5 });
  });

  it('has the helicity of an arc about the storm: its radius squared times its angle', () => {
    const profile = weismanKlemp(14);
    const winds = windLevels(profile, airLevels(profile));
    // a quarter of 7 m/s about (0, -7), in 8 chords: 8 r² sin(90°/8)
    expect(helicity(winds, 2000, { u: 0, v: -7 })).to.be.closeTo(8 * 49 * Math.sin(Math.PI / 16), 1e-6);
    expect(helicity(straight, 3000, { u: 0, v: -7.5 })).to.be.closeTo(15 * 7.5, 1e-9); // twice a triangle
    expect(helicity(straight, 3000, { u: 0, v: 0 })).to.be.closeTo(0, 1e-9);
  });

  it('converts directions to components, and uses winds on levels without a temperature', () => {
    const profile = {
      pressureHpa: [1000, 900, 800],
      heightM: [100, null, 2000],
      temperatureC: [20, null, 8],
      dewpointC: [15, null, 0],
      windDirDeg: [180, 270, null],
      windSpeedKt: [10, 20, 30],
    };
    const winds = windLevels(profile, airLevels(profile));
    expect(winds).to.have.length(2);
    expect(winds[0].u).to.be.closeTo(0, 1e-9); // from the south
    expect(winds[0].v).to.be.closeTo(5.144, 0.001);
    expect(winds[1].u).to.be.closeTo(10.289, 0.001);
    expect(winds[1].height).to.be.closeTo((1900 * Math.log(1000 / 900)) / Math.log(1000 / 800), 1e-6);
  });
});
