import { expect } from 'chai';
import * as fc from 'fast-check';
import { contains, roundedBox, type Bounds } from '@severe/geo';

const lon = fc.double({ min: -180, max: 180, noNaN: true });
const lat = fc.double({ min: -90, max: 90, noNaN: true });
const fiveDecimals = (limit: number) => fc.integer({ min: -limit * 1e5, max: limit * 1e5 }).map((n) => n / 1e5);
const box = (x: fc.Arbitrary<number>, y: fc.Arbitrary<number>): fc.Arbitrary<Bounds> =>
  fc.tuple(x, y, x, y).map(([west, a, east, b]) => [west, Math.min(a, b), east, Math.max(a, b)]);

describe('geo/rounded-box', () => {
  it('rounds each edge outward to five decimals', () => {
    expect(roundedBox([-97.4400001, 35.2200001, -97.3299999, 35.3299999])).to.deep.equal([
      -97.44001, 35.22, -97.32999, 35.33,
    ]);
    expect(roundedBox([-0.000001, -0.000009, 0.000001, 0])).to.deep.equal([-0.00001, -0.00001, 0.00001, 0]);
  });

  it('gives boxes that differ by a millionth of a degree one answer', () => {
    const shared = Array.from({ length: 9 }, (_, i) =>
      roundedBox([-99.999999 + i * 1e-6, 33, -94, 37 - i * 1e-6]).join(),
    );
    expect(new Set(shared)).to.deep.equal(new Set(['-100,33,-94,37']));
  });

  it('contains the box, and no more than one step beside it', () =>
    fc.assert(
      fc.property(box(lon, lat), ([west, south, east, north]) => {
        const [left, low, right, high] = roundedBox([west, south, east, north]);
        expect(low <= south && south - low < 1.001e-5 && north <= high && high - north < 1.001e-5).to.equal(true);
        if (left === -180 && right === 180) return;
        expect(left <= west && west - left < 1.001e-5 && east <= right && right - east < 1.001e-5).to.equal(true);
        expect(left <= right).to.equal(west <= east);
      }),
    ));

  it('leaves coordinates with five decimals as they are', () =>
    fc.assert(
      fc.property(box(fiveDecimals(180), fiveDecimals(90)), (given) => {
        expect(roundedBox(given)).to.deep.equal(given.map((value) => value + 0));
      }),
    ));

  it('keeps all longitudes of a box that crosses the antimeridian and has almost all of them', () => {
    const nearlyAll: Bounds = [10.000004, 20, 10.000001, 30];
    expect(roundedBox(nearlyAll)).to.deep.equal([-180, 20, 180, 30]);
    expect([-180, 0, 10, 180].every((x) => contains(roundedBox(nearlyAll), x, 25))).to.equal(true);
    expect(roundedBox([179.999999, 20, -179.999999, 30])).to.deep.equal([179.99999, 20, -179.99999, 30]);
  });
});
