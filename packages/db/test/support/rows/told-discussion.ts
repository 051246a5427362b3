import type { NewDiscussion } from '../../../src/index.ts';
import { squareAt } from './alert-event.ts';

/** A mesoscale discussion over Oklahoma of 2026-05-20 as listed; `change` overrides fields. */
export function toldDiscussion(change: Partial<NewDiscussion> = {}): NewDiscussion {
  return {
    kind: 'convective',
    year: 2026,
    number: 845,
    issuedAt: new Date('2026-05-20T21:30:00Z'),
    expiresAt: new Date('2026-05-20T23:30:00Z'),
    watchConfidence: 80,
    concerning: 'Tornado watch likely',
    wfos: [],
    threats: null,
    text: null,
    url: 'https://www.spc.noaa.gov/products/md/2026/md0845.html',
    area: squareAt(-98, 34, 2),
    ...change,
  };
}
