import { expect } from 'chai';
import { parseIemReports } from '../../../src/feeds/reports/parse-iem.ts';
import { collectionOf, refusalOf } from '../../support/refusal.ts';

const point = { type: 'Point', coordinates: [-97.48, 35.19] };
const hail = { typetext: 'HAIL', valid: '2026-05-31T22:18:00Z' };
const readAll = (...all: object[]) =>
  parseIemReports(collectionOf(...all.map((properties) => ({ type: 'Feature', properties, geometry: point }))));
const read = (properties: object) => readAll({ ...hail, ...properties }).rows[0];

/** A report of hail without anything else. */
const plain = {
  key: 'hail 2026-05-31T22:18Z 35.19 -97.48',
  type: 'hail',
  source: 'spc',
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
  remarks: null,
  lon: -97.48,
  lat: 35.19,
};

describe('reports/parse-iem', () => {
  it('reads every field', () => {
    const more = { magf: 1.25, qualifier: 'M', city: '3 SW Norman', county: 'Cleveland', st: 'OK', wfo: 'OUN', source: 'Public', remark: 'Large.', product_id: '202605312230-KOUN-NWUS54-LSROUN' }; // prettier-ignore
    expect(read(more)).to.deep.equal({
      ...plain,
      magnitude: 1.25,
      qualifier: 'measured',
      receivedAt: new Date('2026-05-31T22:30:00Z'),
      place: '3 SW Norman',
      county: 'Cleveland',
      state: 'OK',
      wfo: 'OUN',
      reportedBy: 'Public',
      remarks: 'Large.',
    });
  });

  it('has nothing for what is missing', () => {
    expect(read({})).to.deep.equal(plain);
    expect(read({ magf: 'None', qualifier: 'U', product_id: 'LSROUN' })).to.deep.equal(plain);
  });

  it('reads the state under either name', () => {
    expect([read({ state: 'TX' }).state, read({ st: 'OK', state: 'TX' }).state]).to.deep.equal(['TX', 'OK']);
  });

  it('takes the time of issue from the beginning of the product only', () => {
    const issued = (product: string) => read({ product_id: product }).receivedAt;
    expect(issued('202605312230')).to.deep.equal(new Date('2026-05-31T22:30:00Z'));
    for (const other of ['KOUN-202605312230', '20260531223-KOUN', 'X202605312230']) {
      expect(issued(other), other).to.equal(null);
    }
  });

  it('reads the kind in any case, and ignores others', () => {
    const kinds = ['hail', 'Tornado', 'TSTM WND GST', 'TSTM WND DMG', 'FLASH FLOOD'];
    const types = kinds.map((typetext) => [read({ typetext }).type, read({ typetext }).units]);
    expect(types).to.deep.equal([['hail', 'in'], ['tornado', 'EF'], ['wind', 'mph'], ['wind', 'mph'], ['flood', null]]); // prettier-ignore
    const { rows, ignored } = readAll({ typetext: 'Heavy Rain' }, { typetext: 'HEAVY RAIN' }, {});
    expect([rows, ignored]).to.deep.equal([[], { 'HEAVY RAIN': 2, '': 1 }]);
  });

  it('has sizes in the unit of the report, and in no other', () => {
    const size = (typetext: string, magf: number, unit: string | null) => read({ typetext, magf, unit }).magnitude;
    expect([size('HAIL', 1.75, 'Inch'), size('HAIL', 1.75, null), size('HAIL', 4, 'cm')]).to.deep.equal([1.75, 1.75, null]); // prettier-ignore
    expect(size('TSTM WND GST', 61, 'MPH')).to.equal(61);
    expect(size('MARINE TSTM WIND', 34, 'KTS')).to.equal(39); // 34 · 1852 / 1609.344
    expect(size('FLASH FLOOD', 2, 'Feet')).to.equal(null);
  });

  it('rates a tornado by the remarks of a survey only', () => {
    const rated = (source: string | null) => read({ typetext: 'TORNADO', magf: 3, source, remark: 'EF2' }).magnitude;
    const sources = ['NWS Storm Survey', 'nws storm survey', 'NWS STORM SURVEY', 'Public', null];
    expect(sources.map(rated)).to.deep.equal([2, 2, 2, null, null]);
    expect(read({ source: 'NWS Storm Survey', remark: 'EF2', magf: 1 }).magnitude).to.equal(1); // hail
  });

  it('uses the last issue, and the last report of one issue', () => {
    const issue = (minute: string, magf: number) => ({ ...hail, magf, product_id: `2026053122${minute}-KOUN` });
    const kept = (...all: object[]) => readAll(...all).rows.map(({ magnitude }) => magnitude);
    expect(kept(issue('30', 1), issue('45', 2))).to.deep.equal([2]);
    expect(kept(issue('45', 2), issue('30', 1))).to.deep.equal([2]);
    expect(kept(issue('30', 1), issue('30', 2))).to.deep.equal([2]);
    expect(kept({ ...hail, magf: 3 }, issue('30', 1), issue('30', 2))).to.deep.equal([2]);
    expect(readAll(issue('30', 1), issue('45', 2)).ignored).to.deep.equal({ 'issued again': 1 });
  });

  it('keeps reports of other times', () => {
    const { rows, ignored } = readAll(hail, { ...hail, valid: '2026-05-31T22:19:00Z' });
    expect([rows.length, ignored]).to.deep.equal([2, {}]);
  });

  it('refuses a report without a time or a place, by its product and city', () => {
    const { refused } = readAll(
      { typetext: 'HAIL', product_id: '202605312230-KOUN', city: 'Norman' },
      { typetext: 'HAIL', valid: 'then' },
    );
    expect(refused).to.deep.equal([
      { what: '202605312230-KOUN Norman', why: 'expected valid as a time, got nothing' },
      { what: 'report feature 1', why: 'expected valid as a time, got "then"' },
    ]);
    const nowhere = { type: 'Feature', properties: hail, geometry: null };
    expect(parseIemReports(collectionOf(nowhere)).refused.map(({ why }) => why)).to.deep.equal(['expected a Point, got null']); // prettier-ignore
    expect(refusalOf(() => parseIemReports('{}'))).to.equal('shape: expected a FeatureCollection, got {}');
  });
});
