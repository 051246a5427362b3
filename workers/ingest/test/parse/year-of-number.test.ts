import { expect } from 'chai';
import { yearOfNumber } from '../../src/parse/year-of-number.ts';

describe('parse/year-of-number', () => {
  it('takes a large number of the first days of January for one of December', () => {
    const year = (number: number, at: string) => yearOfNumber(number, new Date(at));
    expect(year(620, '2027-01-01T00:05Z')).to.equal(2026);
    expect(year(51, '2027-01-02T23:59Z')).to.equal(2026);
    expect(year(50, '2027-01-01T00:05Z')).to.equal(2027);
    expect(year(51, '2027-01-03T00:00Z')).to.equal(2027);
    expect(year(620, '2026-12-31T23:59Z')).to.equal(2026);
  });
});
