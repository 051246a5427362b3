import { expect } from 'chai';
import { parseZoneOffices } from '../../../src/feeds/nws-zones/parse-offices.ts';
import { parseZone } from '../../../src/feeds/nws-zones/parse.ts';
import { collectionOf, refusalOf } from '../../support/refusal.ts';

const square = { type: 'Polygon', coordinates: [[[-98, 34], [-96, 34], [-96, 36], [-98, 36], [-98, 34]]] }; // prettier-ignore
const zone = (properties: unknown, change: object = {}) =>
  parseZone(JSON.stringify({ type: 'Feature', properties, geometry: square, ...change }), 'county', 'OKC027');

describe('nws-zones/parse', () => {
  it('reads every field of a zone', () => {
    const effectiveDate = '2025-03-18T18:00:00+00:00';
    expect(zone({ id: 'OKC027', name: 'Cleveland', state: 'TX', cwa: ['OUN', 'TSA'], effectiveDate })).to.deep.equal({
      kind: 'county',
      ugc: 'OKC027',
      name: 'Cleveland',
      state: 'TX',
      wfo: 'OUN',
      simplified: false,
      source: 'NOAA/National Weather Service',
      asOf: '2025-03-18',
      shape: JSON.stringify(square),
    });
    for (const other of [undefined, null, 7, 'spring', '2025-99-99T00:00:00Z']) {
      expect(zone({ id: 'OKC027', effectiveDate: other }).asOf, String(other)).to.equal(null);
    }
  });

  it('takes name and state from its code where they are missing', () => {
    expect(zone({ id: 'OKC027' })).to.include({ name: 'OKC027', state: 'OK', wfo: null });
    expect(zone({ id: 'OKC027', cwa: ['TJSJ'] }).wfo).to.equal('SJU');
  });

  it('refuses another zone, with the start of what came', () => {
    const refused = (text: string) => refusalOf(() => parseZone(text, 'county', 'OKC027'));
    const other = JSON.stringify({ type: 'Feature', properties: { id: 'OKC029' }, geometry: square });
    expect(refused(other)).to.equal(`zone: expected the zone OKC027, got ${JSON.stringify(other.slice(0, 60)).slice(0, 80)}`); // prettier-ignore
    expect(refused('{"type":"Collection","properties":{"id":"OKC027"}}')).to.match(/^zone: expected the zone OKC027/);
    expect(refused('{"type":"Feature"}')).to.match(/^zone: expected the zone OKC027/);
    expect(refused('{"type":"Feature","properties":7}')).to.equal('shape: expected properties as an object, got 7');
    expect(refused('[]')).to.equal('shape: expected a zone as an object, got []');
  });

  it('refuses a zone without a shape', () => {
    expect(refusalOf(() => zone({ id: 'OKC027' }, { geometry: null }))).to.equal('zone: expected a shape, got an empty geometry'); // prettier-ignore
  });
});

describe('nws-zones/parse-offices', () => {
  it('has the first office of each county', () => {
    const listed = (properties: object, id?: string) => ({ type: 'Feature', id, properties, geometry: null });
    const features = [
      listed({ id: 'OKC027', cwa: ['OUN', 'TSA'] }),
      listed({ id: 'PRC001', cwa: ['JSJ'] }),
      listed({ id: 'OKC029', cwa: [] }),
      listed({ id: 'OKC031', cwa: 'OUN' }),
      listed({ id: 'OKC033' }),
      listed({ cwa: ['OUN'] }),
      listed({ cwa: ['OUN'] }, 'https://example.org/OKC035'),
    ];
    expect(parseZoneOffices(collectionOf(...features))).to.deep.equal({
      rows: [
        { ugc: 'OKC027', wfo: 'OUN' },
        { ugc: 'PRC001', wfo: 'SJU' },
      ],
      refused: [
        { what: 'feature 5', why: 'expected id as text, got nothing' },
        { what: 'https://example.org/OKC035', why: 'expected id as text, got nothing' },
      ],
      ignored: { 'no office': 3 },
    });
  });
});
