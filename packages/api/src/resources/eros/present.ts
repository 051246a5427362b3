import { formatTime } from '@severe/base';
import type { OutlookRow } from '@severe/db';
import type { TypeOf } from '@severe/http';
import type { eroProperties } from './schema.ts';

type Ero = TypeOf<typeof eroProperties>;

/** Properties of an outlook feature. Every area has a category, its rank and a probability. */
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
