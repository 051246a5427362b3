import { expect } from 'chai';
import { parseMping } from '../../../src/feeds/reports/parse-mping.ts';
import { refusalOf } from '../../support/refusal.ts';

const geom = { type: 'Point', coordinates: [-97.4, 35.2] };
const report = { id: 77, obtime: '2026-05-31T22:18:00Z', category: 'Hail', description: 'Hail (dime size)', geom };
const readAll = (...results: unknown[]) => parseMping(JSON.stringify({ results, next: null }));
const read = (change: object) => readAll({ ...report, ...change });

describe('reports/parse-mping', () => {
  it('reads every field', () => {
    expect(readAll(report)).to.deep.equal({
      rows: [
        {
          key: 'mping 77',
          type: 'hail',
          source: 'mping',
          magnitude: null,
          units: 'in',
          qualifier: null,
          at: new Date('2026-05-31T22:18:00Z'),
          receivedAt: null,
          place: null,
          county: null,
          state: null,
          wfo: null,
          reportedBy: null,
          remarks: 'Hail (dime size)',
          lon: -97.4,
          lat: 35.2,
        },
      ],
      refused: [],
      ignored: {},
      next: null,
    });
    expect(read({ description: null }).rows[0].remarks).to.equal(null);
  });

  it('reads the kinds that are served, in any case', () => {
    const kinds = ['Tornado (on ground)', 'HAIL', 'wind damage', 'Wind Damage', 'Flood', 'tornado'];
    const types = kinds.map((category) => [read({ category }).rows[0].type, read({ category }).rows[0].units]);
    expect(types).to.deep.equal([['tornado', 'EF'], ['hail', 'in'], ['wind', 'mph'], ['wind', 'mph'], ['flood', null], ['tornado', 'EF']]); // prettier-ignore
  });

  it('ignores other kinds', () => {
    const kinds = ['Rain/Snow', 'No Hail', 'No Tornado', 'Wind', 'No Wind Damage', 'Flash Flood', 7, null, undefined];
    expect(readAll(...kinds.map((category) => ({ ...report, category })))).to.deep.equal({
      rows: [],
      refused: [],
      ignored: { 'Rain/Snow': 1, 'No Hail': 1, 'No Tornado': 1, Wind: 1, 'No Wind Damage': 1, 'Flash Flood': 1, 7: 1, '': 2 },
      next: null,
    }); // prettier-ignore
  });

  it('refuses reports that are incomplete, by their numbers', () => {
    const { rows, refused } = readAll(7, { ...report, id: null }, { ...report, obtime: null }, { ...report, geom: 7 });
    expect(rows).to.deep.equal([]);
    expect(refused).to.deep.equal([
      { what: 'report 0', why: 'expected a report as an object, got 7' },
      { what: 'report 1', why: 'expected id as a number, got null' },
      { what: 'report 77', why: 'expected obtime as a time, got null' },
      { what: 'report 77', why: 'expected a Point, got 7' },
    ]);
  });

  it('refuses a payload without results', () => {
    expect(refusalOf(() => parseMping('[]'))).to.equal('shape: expected reports as an object, got []');
    expect(refusalOf(() => parseMping('{}'))).to.equal('shape: expected results as a list, got nothing');
  });
});
