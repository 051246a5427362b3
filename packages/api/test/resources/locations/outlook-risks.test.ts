import { expect } from 'chai';
import type { OutlookRow } from '@severe/db';
import { presentOutlookRisks } from '../../../src/resources/locations/outlook-risks.ts';

const now = new Date('2026-05-20T22:18:05Z');
const area = (type: string, risk: string, change: Partial<OutlookRow> = {}): OutlookRow => ({
  id: 1,
  day: 1,
  type,
  risk,
  riskRank: null,
  probability: null,
  significant: false,
  issuedAt: null,
  validFrom: new Date('2026-05-20T20:00:00Z'),
  validTo: new Date('2026-05-21T12:00:00Z'),
  colour: null,
  fill: null,
  geometry: '',
  ...change,
});
const risksOf = (...areas: OutlookRow[]) =>
  Object.fromEntries(
    Object.entries(presentOutlookRisks(areas, now)).map(([type, risk]) => [
      type,
      risk && [risk.risk, risk.significant],
    ]),
  );
const nothing = { categorical: null, tornado: null, hail: null, wind: null };

describe('locations/outlook-risks', () => {
  it('are the highest of each type, and say whether the place is in a hatched area', () => {
    const areas = [
      area('categorical', 'SLGT', { riskRank: 3 }),
      area('categorical', 'ENH', { riskRank: 4 }),
      area('tornado', '5', { probability: 0.05 }),
      area('tornado', '10', { probability: 0.1 }),
      area('tornado', 'CIG1', { significant: true }),
      area('hail', '15', { probability: 0.15 }),
    ];
    const expected = { categorical: ['ENH', false], tornado: ['10', true], hail: ['15', false], wind: null };
    expect(risksOf(...areas)).to.deep.equal(expected);
    expect(risksOf(...areas.toReversed())).to.deep.equal(expected);
  });

  it('are of the outlook that is valid now, else of one that begins later', () => {
    const later = area('categorical', 'HIGH', { riskRank: 6, validFrom: new Date('2026-05-21T12:00:00Z') });
    later.validTo = new Date('2026-05-22T12:00:00Z');
    expect(risksOf(later).categorical).to.deep.equal(['HIGH', false]);
    expect(risksOf(later, area('categorical', 'MRGL', { riskRank: 2 })).categorical).to.deep.equal(['MRGL', false]);
  });

  it('are null without an area, for other days, and for a hatched area alone', () => {
    const over = area('wind', '15', { probability: 0.15, validTo: now });
    const tomorrow = area('categorical', 'HIGH', { riskRank: 6, day: 2 });
    expect(risksOf()).to.deep.equal(nothing);
    expect(risksOf(over, tomorrow, area('hail', 'CIG1', { significant: true }))).to.deep.equal(nothing);
  });
});
