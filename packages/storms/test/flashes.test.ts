import { expect } from 'chai';
import { countFlashes, flashJump, type FlashRates } from '../src/index.ts';

const end = Date.parse('2026-05-20T22:20:00Z');
const cell = (lat: number, lon: number) => ({ lat, lon, areaKm2: Math.PI * 25 }); // a radius of 5 km
const flash = (lat: number, lon: number, secondsAgo = 30) => ({ lat, lon, at: end - secondsAgo * 1000 });

describe('flashes of storm cells', () => {
  it('belong to the nearest cell, up to 8 km outside it', () => {
    const cells = [cell(35, -98), cell(35.2, -98)]; // 22 km apart
    const near = [flash(35, -98.01), flash(35.09, -98), flash(35.11, -98), flash(34.89, -98)];
    const far = [flash(34.88, -98), flash(36, -98), flash(35, -99)];
    expect(countFlashes(cells, [...near, ...far], end).map(({ fiveMinutes }) => fiveMinutes)).to.deep.equal([3, 1]);
  });

  it('are counted over five minutes, and a minute over the last two', () => {
    const times = [0, 119, 121, 299, 301, -1].map((ago) => flash(35, -98, ago));
    expect(countFlashes([cell(35, -98)], times, end)).to.deep.equal([{ fiveMinutes: 4, perMinute: 1 }]);
  });

  it('count nothing without cells or flashes', () => {
    expect(countFlashes([], [flash(35, -98)], end)).to.deep.equal([]);
    expect(countFlashes([cell(35, -98)], [], end)).to.deep.equal([{ fiveMinutes: 0, perMinute: 0 }]);
  });
});

describe('the lightning jump', () => {
  const ratesOf = (...perMinute: number[]): FlashRates => perMinute.map((rate, i) => [end + i * 120_000, rate]);

  it('is the newest change in standard deviations of the five before', () => {
    // changes per minute: 1, -1, 1, -1, 1: mean 0.2, deviation sqrt(0.96); then 5
    expect(flashJump(ratesOf(10, 12, 10, 12, 10, 12, 22))).to.be.closeTo(5 / Math.sqrt(0.96), 1e-9);
  });

  it('is negative where the rate falls', () => {
    expect(flashJump(ratesOf(10, 12, 10, 12, 10, 12, 2))).to.be.below(-4);
  });

  it('does not take a single flash after silence for a jump', () => {
    expect(flashJump(ratesOf(0, 0, 0, 0, 0, 0, 0.5))).to.equal(0.5);
  });

  it('is not known before ten minutes of history', () => {
    expect(flashJump(ratesOf(10, 12, 10, 12, 10, 12))).to.equal(null);
    expect(flashJump([])).to.equal(null);
  });
});
