import { expect } from 'chai';
import { parseEro } from '../../../src/feeds/eros/parse.ts';
import { collectionOf } from '../../support/refusal.ts';

const square = { type: 'Polygon', coordinates: [[[-98, 34], [-96, 34], [-96, 36], [-98, 36], [-98, 34]]] }; // prettier-ignore
const properties = {
  outlook: 'High (At Least 70%)',
  start_time: '2026-08-18 01:00:00',
  end_time: '2026-08-18 12:00:00',
  issue_time: '2026-08-18 00:30:00',
  stroke: '#CD00CD',
  fill: '#FF00FF',
};
const read = (change: object, geometry: unknown = square) =>
  parseEro(collectionOf({ type: 'Feature', properties: { ...properties, ...change }, geometry }), 4);
const why = (change: object, geometry?: unknown) => read(change, geometry).refused;

describe('eros/parse', () => {
  it('reads every field of the file', () => {
    expect(read({})).to.deep.equal({
      rows: [
        {
          day: 4,
          category: 'HIGH',
          categoryRank: 4,
          probability: 0.7,
          issuedAt: new Date('2026-08-18T00:30Z'),
          validFrom: new Date('2026-08-18T01:00Z'),
          validTo: new Date('2026-08-18T12:00Z'),
          colour: '#CD00CD',
          fill: '#FF00FF',
          area: square,
          lines: [],
        },
      ],
      refused: [],
      ignored: {},
    });
  });

  it('reads the times of the map service', () => {
    const [row] = read({ start_time: null, end_time: null, issue_time: '23Z 08/17/26', valid_time: '01Z 08/18/26 - 12Z 08/19/26' }).rows; // prettier-ignore
    expect([row.issuedAt, row.validFrom, row.validTo]).to.deep.equal(
      ['2026-08-17T23:00Z', '2026-08-18T01:00Z', '2026-08-19T12:00Z'].map((time) => new Date(time)),
    );
    expect(read({ issue_time: null }).rows[0].issuedAt).to.equal(null);
  });

  it('refuses what stands around a time', () => {
    for (const issue of ['x23Z 08/17/26', '23Z 08/17/26x', '23Z 08/17/2026']) {
      expect(why({ issue_time: issue }), issue).to.deep.equal([{ what: 'day 4, High (At Least 70%)', why: `expected a time as a time, got ${JSON.stringify(issue)}` }]); // prettier-ignore
    }
  });

  it('refuses an area without its start or its end', () => {
    const needed = [{ what: 'day 4, High (At Least 70%)', why: 'expected START_TIME and END_TIME, got none' }];
    expect(why({ start_time: null })).to.deep.equal(needed);
    expect(why({ end_time: null })).to.deep.equal(needed);
    expect(why({ start_time: null, valid_time: '01Z 02/31/26 - 12Z 08/19/26' })).to.deep.equal(needed);
  });

  it('refuses an area that ends before it begins or was issued', () => {
    const ended = [{ what: 'day 4, High (At Least 70%)', why: 'expected an end after its start and its issue, got 2026-08-18T12:00:00.000Z' }]; // prettier-ignore
    expect(why({ start_time: '2026-08-18 12:00:00' })).to.deep.equal(ended);
    expect(why({ issue_time: '2026-08-18 12:00:00' })).to.deep.equal(ended);
    expect(why({ start_time: '2026-08-18 11:59:59', issue_time: '2026-08-18 11:59:59' })).to.deep.equal([]);
  });

  it('counts features without an area, unless they name a risk', () => {
    expect(read({ outlook: 'None Expected' }, null).ignored).to.deep.equal({ 'no area': 1 });
    expect(read({ outlook: null }, null).ignored).to.deep.equal({ 'no area': 1 });
    expect(why({}, null)).to.deep.equal([{ what: 'day 4, High (At Least 70%)', why: 'expected the area of High (At Least 70%), got none' }]); // prettier-ignore
    expect(read({}, { type: 'Polygon', coordinates: [] }).ignored).to.deep.equal({ 'no area': 1 });
  });

  it('refuses an area without a category', () => {
    expect(why({ outlook: null })).to.deep.equal([{ what: 'day 4, feature 0', why: 'expected a category of rain, got ""' }]); // prettier-ignore
  });
});
