import { formatTime } from '@severe/base';
import type { OutlookRow } from '@severe/db';
import type { TypeOf } from '@severe/http';
import type { outlookProperties } from './schema.ts';

/** Properties of an outlook feature. */
export function presentOutlook(outlook: OutlookRow): TypeOf<typeof outlookProperties> {
  const { id, day, type, risk, riskRank, probability, significant, issuedAt, colour, fill } = outlook;
  return {
    id,
    day,
    type: type as 'categorical',
    risk,
    risk_rank: riskRank,
    probability,
    significant,
    issued: issuedAt && formatTime(issuedAt),
    valid_from: formatTime(outlook.validFrom),
    valid_to: formatTime(outlook.validTo),
    color: colour,
    fill,
    wfo: 'SPC',
  };
}
