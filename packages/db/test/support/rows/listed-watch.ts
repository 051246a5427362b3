import type { ListedWatch } from '../../../src/index.ts';
import { squareAt } from './alert-event.ts';

/** A tornado watch over Oklahoma of 2026-05-20; `change` overrides fields. */
export function listedWatch(change: Partial<ListedWatch> = {}): ListedWatch {
  return {
    year: 2026,
    number: 212,
    type: 'TOR',
    pds: true,
    maxHailIn: 3,
    maxWindKt: 70,
    issuedAt: new Date('2026-05-20T20:00:00Z'),
    expiresAt: new Date('2026-05-21T03:00:00Z'),
    url: 'https://www.spc.noaa.gov/products/watch/2026/ww0212.html',
    area: squareAt(-98, 34, 2),
    ...change,
  };
}
