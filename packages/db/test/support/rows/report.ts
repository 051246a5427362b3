import type { Report } from '../../../src/index.ts';

/** Hail at Norman, Oklahoma, on 2026-05-20; `change` overrides fields. */
export function report(change: Partial<Report> = {}): Report {
  return {
    key: 'hail 2026-05-20T22:10Z 35.19 -97.48',
    type: 'hail',
    source: 'spc',
    magnitude: 1.75,
    units: 'in',
    qualifier: 'measured',
    at: new Date('2026-05-20T22:10:00Z'),
    receivedAt: new Date('2026-05-20T22:14:00Z'),
    place: '3 SW Norman',
    county: 'Cleveland',
    state: 'OK',
    wfo: 'OUN',
    reportedBy: 'Trained Spotter',
    remarks: 'Golf balls.',
    lon: -97.48,
    lat: 35.19,
    ...change,
  };
}
