import { reaches, riskOf, risks, type HourFacts, type HourRule, type Risk } from './hour-rules.ts';
import type { KnownHour, KnownOutlook, Situation } from './situation.ts';

const hourMs = 3_600_000;

/** One hour at a place. */
export interface Hour extends HourFacts {
  at: Date;
  risk: Risk;
  rule: HourRule | null;
}

/** Successive hours of the same risk: start of the first, end of the last. */
export interface Segment {
  risk: Risk;
  start: Date;
  end: Date;
}

/** Hours ahead, and their roll-up. */
export interface Timeline {
  hours: Hour[];
  /** All hours, in order. */
  segments: Segment[];
  peak: { risk: Risk; at: Date | null; rule: HourRule | null };
  /** Hours around the peak without a break in risk: start of the first, end of the last. Null without risk. */
  window: { start: Date; end: Date } | null;
}

/**
 * Joins what is known to hours.
 *
 * @param count number of hours, starting with the one that contains now
 * @param model HRRR hours; hours that it does not have are null
 */
export function timelineOf(situation: Situation, count: number, model: readonly KnownHour[]): Timeline {
  const first = Math.floor(situation.now.getTime() / hourMs) * hourMs;
  const values = new Map(model.map((hour) => [hour.at.getTime(), hour.values]));
  const hours = Array.from({ length: count }, (_, i) => {
    const at = new Date(first + i * hourMs);
    return hourOf(situation, at, values.get(at.getTime()) ?? null);
  });
  return { hours, segments: segmentsOf(hours), ...rollUp(hours) };
}

function hourOf(situation: Situation, at: Date, hrrr: HourFacts['hrrr']): Hour {
  const { now, alerts, watches, outlooks, eros } = situation;
  const end = new Date(at.getTime() + hourMs);
  const from = at > now ? at : now;
  const facts: HourFacts = {
    alerts: alerts.filter((alert) => reaches(alert, from, end)),
    watches: watches.filter(({ expiresAt }) => expiresAt > from),
    outlook: areaOf(
      outlooks.filter(({ type }) => type === 'categorical'),
      at,
      end,
    ),
    ero: areaOf(eros, at, end),
    hrrr,
  };
  return { at, ...facts, ...riskOf(facts) };
}

/** The last day whose outlook has categories. */
const lastDay = 3;

/** The area that is valid during an hour: of the nearest day, the highest category. */
function areaOf(areas: readonly KnownOutlook[], at: Date, end: Date): KnownOutlook | null {
  const valid = areas.filter(
    ({ day, riskRank, validFrom, validTo }) => day <= lastDay && riskRank !== null && validFrom < end && validTo > at,
  );
  const day = Math.min(...valid.map((area) => area.day));
  const ofDay = valid.filter((area) => area.day === day);
  return ofDay.reduce<KnownOutlook | null>(
    (best, area) => (!best || area.riskRank! > best.riskRank! ? area : best),
    null,
  );
}

function segmentsOf(hours: readonly Hour[]): Segment[] {
  const segments: Segment[] = [];
  for (const { at, risk } of hours) {
    const last = segments.at(-1);
    const end = new Date(at.getTime() + hourMs);
    if (last?.risk === risk) last.end = end;
    else segments.push({ risk, start: at, end });
  }
  return segments;
}

function rollUp(hours: readonly Hour[]): Pick<Timeline, 'peak' | 'window'> {
  const top = Math.max(0, ...hours.map(({ risk }) => risks.indexOf(risk)));
  const i = hours.findIndex(({ risk }) => risks.indexOf(risk) === top);
  if (top === 0 || i < 0) return { peak: { risk: 'none', at: null, rule: null }, window: null };
  let [start, end] = [i, i];
  while (start > 0 && hours[start - 1].risk !== 'none') start--;
  while (end < hours.length - 1 && hours[end + 1].risk !== 'none') end++;
  return {
    peak: { risk: hours[i].risk, at: hours[i].at, rule: hours[i].rule },
    window: { start: hours[start].at, end: new Date(hours[end].at.getTime() + hourMs) },
  };
}
