import type { AssessedSource, Situation } from './situation.ts';
import { rungs, statusRules, type Evidence, type Rung, type Status, type StatusRule } from './status-rules.ts';

/** A record that meets a rule. */
export interface Reason {
  rule: StatusRule;
  record: Evidence[keyof Evidence];
}

/** The status of a place, with every reason, strongest first. */
export interface StatusAssessment {
  status: Status;
  /** What is known for certain: the status if every source were available. */
  known: Rung;
  reasons: Reason[];
}

/** Sources that can raise the status to `advisory` or higher. While one is unavailable, `elevated` is not certain. */
const decisive: readonly AssessedSource[] = ['alerts', 'watches'];

/**
 * Assesses the status of a place.
 *
 * While any source is unavailable, the status is never `normal`; while alerts or watches are, it is never `elevated`
 * either: a warning may be in force that is not known. A higher status stays, because it is true in any case.
 */
export function assessStatus(situation: Situation): StatusAssessment {
  const reasons = reasonsOf(situation);
  const known = reasons[0]?.rule.status ?? 'normal';
  const { unavailable } = situation;
  const isUncertain =
    (known === 'normal' && unavailable.length > 0) ||
    (known === 'elevated' && decisive.some((source) => unavailable.includes(source)));
  return { status: isUncertain ? 'unknown' : known, known, reasons };
}

/** The first rule that each record meets. Alerts that have ended give no reason. */
function reasonsOf(situation: Situation): Reason[] {
  const alive: Situation = { ...situation, ...inForce(situation) };
  const reasons = (['alerts', 'watches', 'discussions', 'outlooks'] as const).flatMap((source) =>
    (alive[source] as Evidence[typeof source][]).flatMap((record): Reason[] => {
      const rule = statusRules.find((each) => each.source === source && each.applies(record, alive));
      return rule ? [{ rule, record }] : [];
    }),
  );
  return reasons.sort(
    (a, b) =>
      rungs.indexOf(a.rule.status) - rungs.indexOf(b.rule.status) ||
      statusRules.indexOf(a.rule) - statusRules.indexOf(b.rule) ||
      priorityOf(a.record) - priorityOf(b.record) ||
      endOf(b.record).getTime() - endOf(a.record).getTime() ||
      a.record.id - b.record.id,
  );
}

/** What is still in force at the time of the situation. */
function inForce({ now, alerts, watches, discussions }: Situation) {
  return {
    alerts: alerts.filter(({ expires }) => expires > now),
    watches: watches.filter(({ expiresAt }) => expiresAt > now),
    discussions: discussions.filter(({ expiresAt }) => expiresAt > now),
  };
}

/** Order of events of the same rung: the one that needs action first. */
const eventOrder = [
  'Tornado Warning',
  'Extreme Wind Warning',
  'Flash Flood Warning',
  'Severe Thunderstorm Warning',
  'Tornado Watch',
  'Severe Thunderstorm Watch',
];

function priorityOf(record: Reason['record']): number {
  if ('riskRank' in record) return -(record.riskRank ?? 0);
  if (!('event' in record)) return 0;
  const place = eventOrder.indexOf(record.event);
  return place === -1 ? eventOrder.length : place;
}

/** End of what a record reports. */
export function endOf(record: Reason['record']): Date {
  if ('event' in record) return record.expires;
  return 'validTo' in record ? record.validTo : record.expiresAt;
}
