import { expect } from 'chai';
import { parseSpotterNetwork } from '../../../src/feeds/reports/parse-spotter-network.ts';
import { refusalOf } from '../../support/refusal.ts';

const place = { stamp: '2026-05-31 22:18:00', lat: '35.2', lon: '-97.4' };
const readAll = (...reports: unknown[]) => parseSpotterNetwork(JSON.stringify({ reports }));
const read = (report: object) => readAll({ ...place, ...report }).rows;

describe('reports/parse-spotter-network', () => {
  it('reads every field', () => {
    const given = { wind: 1, windspeed: '70', windmeasure: '1', narrative: 'Roof gone', first: 'A', last: 'B' };
    expect(readAll({ ...place, ...given })).to.deep.equal({
      rows: [
        {
          key: 'spotter_network wind 2026-05-31T22:18Z 35.20 -97.40',
          type: 'wind',
          source: 'spotter_network',
          magnitude: 70,
          units: 'mph',
          qualifier: 'measured',
          at: new Date('2026-05-31T22:18:00Z'),
          receivedAt: null,
          place: null,
          county: null,
          state: null,
          wfo: null,
          reportedBy: 'Spotter Network',
          remarks: 'Roof gone',
          lon: -97.4,
          lat: 35.2,
        },
      ],
      refused: [],
      ignored: {},
    });
  });

  it('has a row for each kind of weather', () => {
    const kinds = (report: object) => read(report).map(({ type, units }) => [type, units]);
    expect(kinds({ tornado: 1 })).to.deep.equal([['tornado', 'EF']]);
    expect(kinds({ flashflood: '1' })).to.deep.equal([['flood', null]]);
    expect(kinds({ flood: 1 })).to.deep.equal([['flood', null]]);
    expect(kinds({ flood: 1, flashflood: 1, hail: 1 })).to.deep.equal([['hail', 'in'], ['flood', null]]); // prettier-ignore
  });

  it('has sizes of hail and wind only, and none for zero', () => {
    const sizes = { hailsize: 1.75, windspeed: 70, windmeasure: 1 };
    const all = read({ ...sizes, tornado: 1, hail: 1, wind: 1, flood: 1 });
    expect(all.map(({ type, magnitude, qualifier }) => [type, magnitude, qualifier])).to.deep.equal([
      ['tornado', null, null],
      ['hail', 1.75, null],
      ['wind', 70, 'measured'],
      ['flood', null, null],
    ]);
    const none = read({ hailsize: 0, windspeed: '0', windmeasure: 0, hail: 1, wind: 1 });
    expect(none.map(({ magnitude, qualifier }) => [magnitude, qualifier])).to.deep.equal([[null, null], [null, null]]); // prettier-ignore
  });

  it('ignores reports without severe weather', () => {
    const { rows, ignored } = readAll({ ...place, wallcloud: 1 }, { ...place, hail: 0, wind: '2', tornado: true }, {});
    expect([rows, ignored]).to.deep.equal([[], { 'no severe weather': 3 }]);
  });

  it('refuses reports that are incomplete, by their times', () => {
    const { rows, refused } = readAll(
      7,
      { ...place, hail: 1, stamp: null },
      { ...place, hail: 1, lat: 'x' },
      { ...place, hail: 1, lon: null },
    );
    expect(rows).to.deep.equal([]);
    expect(refused).to.deep.equal([
      { what: 'report 0', why: 'expected a report as an object, got 7' },
      { what: 'report 1', why: 'expected stamp as a time, got null' },
      { what: 'report 2026-05-31 22:18:00', why: 'expected lat as a number, got "x"' },
      { what: 'report 2026-05-31 22:18:00', why: 'expected lon as a number, got null' },
    ]);
  });

  it('refuses a payload without reports', () => {
    expect(refusalOf(() => parseSpotterNetwork('[]'))).to.equal('shape: expected reports as an object, got []');
    expect(refusalOf(() => parseSpotterNetwork('{}'))).to.equal('shape: expected reports as a list, got nothing');
  });
});
