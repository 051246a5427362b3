import type { OutlookArea } from '../../../src/index.ts';
import { squareAt } from './alert-event.ts';

/** A moderate risk over Oklahoma for 2026-05-20; `change` overrides fields. */
export function outlookArea(change: Partial<OutlookArea> = {}): OutlookArea {
  return {
    day: 1,
    type: 'categorical',
    risk: 'MDT',
    riskRank: 5,
    probability: null,
    significant: false,
    issuedAt: new Date('2026-05-20T20:00:00Z'),
    validFrom: new Date('2026-05-20T20:00:00Z'),
    validTo: new Date('2026-05-21T12:00:00Z'),
    colour: '#cc0000',
    fill: '#e06666',
    area: squareAt(-98, 34, 2)!,
    ...change,
  };
}

/** The same of a slight risk of excessive rain. */
export function rainfallArea(change: Partial<OutlookArea> = {}): OutlookArea {
  const slight = { type: 'rainfall', risk: 'SLGT', riskRank: 2, probability: 0.15, colour: null, fill: null };
  return outlookArea({ ...slight, ...change });
}
