import { formatTime } from '@severe/base';
import type { OutlookRow } from '@severe/db';
import type { TypeOf } from '@severe/http';
import type { eroProperties } from './schema.ts';

type Ero = TypeOf<typeof eroProperties>;

/** What stands in `properties`. Every area of these outlooks has a category with its rank and probability. */
export function presentEro(outlook: OutlookRow): Ero {
  const { id, day, risk, riskRank, probability, issuedAt, colour, fill } = outlook;
  return {
    id,
    day,
    category: risk as Ero['category'],
    category_rank: riskRank!,
    probability: probability!,
    issued: issuedAt && formatTime(issuedAt),
    valid_from: formatTime(outlook.validFrom),
    valid_to: formatTime(outlook.validTo),
    color: colour,
    fill,
  };
}
