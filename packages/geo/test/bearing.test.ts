import { expect } from 'chai';
import { angleBetween, bearingDeg, destination, distanceM } from '@severe/geo';

describe('geo/bearing', () => {
  it('gives the initial bearing of a great circle', () => {
    expect(bearingDeg({ lat: 35, lon: -97 }, { lat: 36, lon: -97 })).to.be.closeTo(0, 1e-9);
    expect(bearingDeg({ lat: 36, lon: -97 }, { lat: 35, lon: -97 })).to.be.closeTo(180, 1e-9);
    expect(bearingDeg({ lat: 0, lon: 0 }, { lat: 0, lon: 1 })).to.be.closeTo(90, 1e-9);
    // Oklahoma City to Dallas, by GeographicLib on the sphere of the same radius
    expect(bearingDeg({ lat: 35.4676, lon: -97.5164 }, { lat: 32.7767, lon: -96.797 })).to.be.closeTo(167.3, 0.1);
  });

  it('reaches a point whose distance and bearing are those given', () => {
    for (const towardDeg of [0, 65, 130, 200, 275, 359]) {
      const from = { lat: 35, lon: -97 };
      const to = destination(from, towardDeg, 40_000);
      expect(distanceM(from, to)).to.be.closeTo(40_000, 1e-3);
      expect(angleBetween(bearingDeg(from, to), towardDeg)).to.be.below(1e-6);
    }
  });

  it('crosses the antimeridian and does not leave the range of longitudes', () => {
    const { lon } = destination({ lat: 0, lon: 179.9 }, 90, 50_000);
    expect(lon).to.be.closeTo(-179.65, 0.01);
  });

  it('measures angles across north', () => {
    expect(angleBetween(350, 10)).to.equal(20);
    expect(angleBetween(10, 350)).to.equal(20);
    expect(angleBetween(90, 270)).to.equal(180);
  });
});
