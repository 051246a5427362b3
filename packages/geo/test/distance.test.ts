import { expect } from 'chai';
import { distanceM } from '../src/index.ts';

describe('distance', () => {
  it('is 1/360 of the circumference for a degree of the equator', () => {
    expect(distanceM({ lat: 0, lon: 0 }, { lat: 0, lon: 1 })).to.be.closeTo((2 * Math.PI * 6_371_008.8) / 360, 1e-6);
  });

  it('agrees with the great circle between two airports, 305.2 km apart on this sphere', () => {
    // cos c = sin a sin b + cos a cos b cos Δλ, an independent form of the same triangle
    const [a, b] = [
      { lat: 35.3931, lon: -97.6007 },
      { lat: 32.8968, lon: -97.038 },
    ];
    const rad = Math.PI / 180;
    const cos =
      Math.sin(a.lat * rad) * Math.sin(b.lat * rad) +
      Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.cos((b.lon - a.lon) * rad);
    expect(distanceM(a, b)).to.be.closeTo(6_371_008.8 * Math.acos(cos), 0.01);
  });

  it('is 306.3 km between the centres of Oklahoma City and Dallas', () => {
    const km = distanceM({ lat: 35.4676, lon: -97.5164 }, { lat: 32.7767, lon: -96.797 }) / 1000;
    expect(km).to.be.closeTo(306.3, 0.2);
  });
});
