import { expect } from 'chai';
import { yearOfNumber } from '../../../src/feeds/shared/year-of-number.ts';

describe('feeds/shared, the year of a number', () => {
  it('is the one before for a large number in the first two days of January', () => {
    const cases: [number: number, at: string, year: number][] = [
      [1, '2027-01-01T00:00Z', 2027],
      [50, '2027-01-01T00:00Z', 2027],
      [51, '2027-01-01T00:00Z', 2026],
      [2384, '2027-01-02T23:59Z', 2026],
      [51, '2027-01-03T00:00Z', 2027],
      [51, '2027-02-01T00:00Z', 2027],
      [2384, '2026-12-31T23:59Z', 2026],
      [1, '2026-12-31T23:59Z', 2026],
    ];
    for (const [number, at, year] of cases)
      expect(yearOfNumber(number, new Date(at)), `${number} at ${at}`).to.equal(year);
  });
});
