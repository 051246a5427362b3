import { formatTime } from '@severe/base';
import type { OutlookRow } from '@severe/db';
import type { TypeOf } from '@severe/http';
import type { eroProperties } from './schema.ts';

/** Properties of an outlook feature. */
export function presentEro(outlook: OutlookRow): TypeOf<typeof eroProperties> {
  const { id, day, risk, riskRank, probability, issuedAt, colour, fill } = outlook;
  return {
    id,
    day,
    category: risk,
    category_rank: riskRank,
    probability,
    issued: issuedAt && formatTime(issuedAt),
    valid_from: formatTime(outlook.validFrom),
    valid_to: formatTime(outlook.validTo),
    color: colour,
    fill,
  };
}
