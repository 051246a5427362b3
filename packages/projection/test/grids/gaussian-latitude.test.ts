import { expect } from 'chai';
import { gaussianLatitude, nearestGaussianRow } from '../../src/grids/gaussian-latitude.ts';

/** Northernmost latitudes as ECMWF prints them for N32, N80 and N640. */
const printed: [rows: number, latitudes: number[]][] = [
  [64, [87.8638, 85.0965, 82.3129, 79.5256]],
  [160, [89.1416, 88.0294, 86.9108]],
  [1280, [89.8923]],
];

describe('grids/gaussian-latitude', () => {
  it('agrees with published latitudes', () => {
    for (const [rows, latitudes] of printed) {
      latitudes.forEach((lat, row) => expect(gaussianLatitude(row, rows)).to.be.closeTo(lat, 1e-4));
    }
  });

  it('gives the nodes of Gauss–Legendre quadrature, whose weights add up to 2', () => {
    for (const rows of [2, 3, 5, 16, 64]) {
      const weights = Array.from({ length: rows }, (_, row) => {
        const x = Math.sin((gaussianLatitude(row, rows) * Math.PI) / 180);
        let [previous, p] = [1, x];
        for (let n = 2; n <= rows; n++) [previous, p] = [p, ((2 * n - 1) * x * p - (n - 1) * previous) / n];
        expect(p, `a root of degree ${rows}`).to.be.closeTo(0, 1e-12);
        return (2 * (1 - x * x)) / (rows * previous) ** 2;
      });
      expect(weights.reduce((sum, weight) => sum + weight)).to.be.closeTo(2, 1e-12);
    }
  });

  it('finds the nearest row, from pole to pole', () => {
    for (const rows of [2, 10, 64, 1536]) {
      const all = Array.from({ length: rows }, (_, row) => gaussianLatitude(row, rows));
      for (const lat of [90, 89.2, 45.1, 3, 0.01, -0.01, -57, -90]) {
        const nearest = all.reduce((best, at, row) => (Math.abs(at - lat) < Math.abs(all[best] - lat) ? row : best), 0);
        expect(nearestGaussianRow(lat, rows), `${lat} of ${rows}`).to.equal(nearest);
      }
    }
  });
});
