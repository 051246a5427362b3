import { expect } from 'chai';
import { parseWatches } from '../../../src/feeds/watches/parse.ts';
import { collectionOf } from '../../support/refusal.ts';

const square = { type: 'Polygon', coordinates: [[[-98, 34], [-96, 34], [-96, 36], [-98, 36], [-98, 34]]] }; // prettier-ignore
const properties = {
  number: 212,
  type: 'TOR',
  year: 2025,
  issue: '2026-01-01T00:30:00Z',
  expire: '2026-01-01T06:00:00Z',
  is_pds: true,
  max_hail_size: 2.5,
  max_wind_gust_knots: 65,
  spcurl: 'https://example.org/ww0212.html',
};
const read = (change: object, geometry: unknown = square) =>
  parseWatches(collectionOf({ type: 'Feature', properties: { ...properties, ...change }, geometry }));

describe('watches/parse', () => {
  it('reads every field of the list', () => {
    expect(read({})).to.deep.equal({
      rows: [
        {
          number: 212,
          year: 2025,
          type: 'TOR',
          status: 'active',
          pds: true,
          maxHailIn: 2.5,
          maxWindKt: 65,
          issuedAt: new Date('2026-01-01T00:30Z'),
          validFrom: new Date('2026-01-01T00:30Z'),
          expiresAt: new Date('2026-01-01T06:00Z'),
          states: [],
          counties: [],
          probabilities: null,
          replaces: [],
          area: square,
          url: 'https://example.org/ww0212.html',
          isCorrection: false,
        },
      ],
      refused: [],
      ignored: {},
    });
  });

  it('takes the year from the issue and the page from year and number where they are missing', () => {
    const [row] = read({ year: null, number: 12, spcurl: null, type: 'SVR', is_pds: false }, null).rows;
    expect(row).to.deep.include({
      year: 2026,
      type: 'SVR',
      pds: false,
      area: null,
      url: 'https://www.spc.noaa.gov/products/watch/2026/ww0012.html',
    });
    const newYear = { year: null, issue: '2027-01-01T00:05:00Z', expire: '2027-01-01T06:00:00Z' };
    expect([620, 1].map((number) => read({ ...newYear, number }).rows[0].year)).to.deep.equal([2026, 2027]);
    expect(read({ is_pds: 'yes' }).rows[0].pds).to.equal(null);
  });

  it('refuses what is no watch, and names it', () => {
    const why = (change: object) => read(change).refused;
    expect(why({ type: 'FLD' })).to.deep.equal([{ what: 'watch 212', why: 'expected TOR or SVR, got "FLD"' }]);
    expect(why({ number: null })).to.deep.equal([{ what: 'watch feature 0', why: 'expected number as a number, got null' }]); // prettier-ignore
    expect(why({ issue: null })).to.deep.equal([{ what: 'watch 212', why: 'expected issue as a time, got null' }]);
    expect(why({ expire: 'x' })).to.deep.equal([{ what: 'watch 212', why: 'expected expire as a time, got "x"' }]);
  });
});
