import { expect } from 'chai';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { parseOutlook } from '../../../src/feeds/outlooks/parse.ts';
import { collectionOf } from '../../support/refusal.ts';

const times = { VALID: '202605171200', EXPIRE: '202605181200', ISSUE: '202605170610' };
const feature = (properties: object, geometry: unknown = squareAt(-98, 34, 2)) => ({
  type: 'Feature',
  properties: { ...times, LABEL: 'MRGL', ...properties },
  geometry,
});
const read = (...features: unknown[]) => parseOutlook(collectionOf(...features), { day: 2, type: 'categorical' });
const refused = (...features: unknown[]) => read(...features).refused;

describe('outlooks/parse', () => {
  it('refuses an area by its label, else by its number, and says why', () => {
    const what = 'categorical day 2, MRGL';
    expect(refused(feature({}, null))).to.deep.equal([{ what, why: 'expected the area of MRGL, got none' }]);
    expect(refused(feature({}), feature({ LABEL: 'RED' }), feature({ LABEL: null }))).to.deep.equal([
      { what: 'categorical day 2, feature 2', why: 'expected a risk, a probability or a hatching, got null' },
    ]);
    expect(refused(feature({ ISSUE: null }), feature({ VALID: 'x' }), feature({ EXPIRE: '' }))).to.deep.equal([
      { what, why: 'expected ISSUE as a time, got null' },
      { what, why: 'expected VALID as a time, got "x"' },
      { what, why: 'expected EXPIRE as a time, got ""' },
    ]);
  });

  it('refuses the file of another day, which the map service names', () => {
    expect(refused(feature({ idp_source: 'day1otlk_cat' }))[0].why).to.equal('expected day 2, got day1otlk_cat');
    for (const idp_source of ['day2otlk_cat', 'otlk_day1', null])
      expect(refused(feature({ idp_source })), String(idp_source)).to.deep.equal([]);
  });

  it('prefers the times in ISO 8601, and has null for colours that are absent', () => {
    const iso = { VALID_ISO: '2026-05-17T13:00:00+00:00', EXPIRE_ISO: '2026-05-18T11:00:00+00:00', ISSUE_ISO: '2026-05-17T06:20:00+00:00' }; // prettier-ignore
    expect(read(feature(iso)).rows[0]).to.deep.include({
      issuedAt: new Date('2026-05-17T06:20:00Z'),
      validFrom: new Date('2026-05-17T13:00:00Z'),
      validTo: new Date('2026-05-18T11:00:00Z'),
      colour: null,
      fill: null,
    });
  });

  it('ignores a feature without a label and an area', () => {
    const none = { type: 'GeometryCollection', geometries: [] };
    expect(read(feature({ LABEL: '' }, none), feature({ LABEL: '' }, null))).to.deep.equal({
      rows: [],
      refused: [],
      ignored: { 'no area': 2 },
    });
  });
});
