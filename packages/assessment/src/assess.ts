import { arrivalsOf, type Arrival } from './arrival.ts';
import { nextHourOf, type NextHour } from './next-hour.ts';
import type { AssessedSource, Situation } from './situation.ts';
import { assessStatus, type StatusAssessment } from './status.ts';
import { threatsOf, type Threat } from './threats.ts';

/** What the weather means at a place. Every answer of the service about a place speaks from it. */
export interface Assessment extends StatusAssessment {
  situation: Situation;
  /** Storms that may arrive; the first is the one to tell. */
  arrivals: Arrival[];
  threats: Threat[];
  /** Rain of the next hour; undefined if it is not known. */
  nextHour: NextHour | undefined;
  unavailable: AssessedSource[];
}

/** Assesses a situation: status, reasons, threats and arrivals. Pure: equal situations give equal assessments. */
export function assess(situation: Situation): Assessment {
  const arrivals = arrivalsOf(situation);
  return {
    situation,
    ...assessStatus(situation),
    arrivals,
    threats: threatsOf(situation, arrivals),
    nextHour: nextHourOf(situation),
    unavailable: situation.unavailable,
  };
}
