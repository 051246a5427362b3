import { expect } from 'chai';
import * as fc from 'fast-check';
import { destination, distanceM } from '../src/index.ts';

describe('distance', () => {
  it('is 1/360 of the circumference for a degree of the equator', () => {
    expect(distanceM({ lat: 0, lon: 0 }, { lat: 0, lon: 1 })).to.be.closeTo((2 * Math.PI * 6_371_008.8) / 360, 1e-6);
  });

  it('agrees with the great circle between Oklahoma City and Dallas, 305.2 km on this sphere', () => {
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

  it('reaches what lies in a direction', () => {
    fc.assert(
      fc.property(
        fc.record({
          lat: fc.double({ min: -80, max: 80, noNaN: true }),
          lon: fc.double({ min: -179, max: 179, noNaN: true }),
        }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        fc.double({ min: 1, max: 500_000, noNaN: true }),
        (from, bearing, metres) => {
          expect(distanceM(from, destination(from, bearing, metres))).to.be.closeTo(metres, 0.01);
        },
      ),
    );
  });

  it('goes north with bearing 0 and east with 90', () => {
    expect(destination({ lat: 35, lon: -97 }, 0, 100_000).lat).to.be.greaterThan(35.8);
    expect(destination({ lat: 0, lon: 179.9 }, 90, 100_000).lon).to.be.closeTo(-179.2, 0.01);
  });
});
