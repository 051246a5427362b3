import { formatTime } from '@severe/base';
import type { OutlookRow } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { outlookTypes } from '../outlooks/schema.ts';
import type { outlookRiskShape, outlookRisksShape } from './schema.ts';

/**
 * The highest risk of the day by type: of the outlook of day 1 that is valid now, or of one that begins later if none is. Null
 * for a type without an area at the place.
 */
export function presentOutlookRisks(outlooks: readonly OutlookRow[], now: Date): TypeOf<typeof outlookRisksShape> {
  const ofDay = outlooks.filter(({ day, validTo }) => day === 1 && validTo > now);
  const entries = outlookTypes.map((type) => {
    const own = ofDay.filter((area) => area.type === type);
    const current = own.filter(({ validFrom }) => validFrom <= now);
    return [type, highestOf(current.length > 0 ? current : own)] as const;
  });
  return Object.fromEntries(entries) as TypeOf<typeof outlookRisksShape>;
}

/** Categories have a rank, and areas of one kind of weather a probability. A hatched area has neither. */
const heightOf = ({ riskRank, probability }: OutlookRow): number => riskRank ?? probability ?? 0;

function highestOf(areas: readonly OutlookRow[]): TypeOf<typeof outlookRiskShape> | null {
  const [highest] = areas.filter((area) => heightOf(area) > 0).toSorted((a, b) => heightOf(b) - heightOf(a));
  if (!highest) return null;
  const { risk, riskRank, probability, validFrom, validTo } = highest;
  return {
    risk,
    risk_rank: riskRank,
    probability,
    significant: areas.some(({ significant }) => significant),
    valid_from: formatTime(validFrom),
    valid_to: formatTime(validTo),
  };
}
