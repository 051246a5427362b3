import type { AssessedSource, KnownAlert, KnownDiscussion, KnownOutlook, KnownWatch, Situation } from './situation.ts';

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

/** Statuses that a rule can give, from high to low. */
export const rungs = ['emergency', 'warning', 'watch', 'advisory', 'elevated', 'normal'] as const;
export type Rung = (typeof rungs)[number];

/** `unknown`: nothing is known to be going on, but a source that could report it is unavailable. */
export type Status = Rung | 'unknown';

/** Data of one kind that rules decide on. */
interface Evidence {
  alerts: KnownAlert;
  watches: KnownWatch;
  discussions: KnownDiscussion;
  outlooks: KnownOutlook;
}

/** A rule: if a record of a source meets a condition, the status is at least this rung. */
export interface StatusRule<Source extends keyof Evidence = keyof Evidence> {
  id: string;
  status: Rung;
  source: Source;
  /** Publication that defines the term. */
  cites: string;
  /** The condition in words, for `docs/assessment.md`. */
  condition: string;
  /** Key of the wording. */
  wording: 'alert' | 'emergency' | 'dangerous' | 'observedTornado' | 'watch' | 'discussion' | 'outlook';
  applies(this: void, record: Evidence[Source], situation: Pick<Situation, 'now'>): boolean;
}

const strong = new Set(['Severe', 'Extreme']);
const isWatch = ({ event }: KnownAlert): boolean => / watch$/i.test(event);
const isWarning = ({ event }: KnownAlert): boolean => / warning$/i.test(event);

/** Lowest rank of a day-1 outlook that raises the status: `SLGT`. */
const elevatedRank = 3;

const rule = <Source extends keyof Evidence>(definition: StatusRule<Source>): StatusRule => definition;

/** Every rule, strongest first. A record can meet several; the first one counts. */
export const statusRules: readonly StatusRule[] = [
  rule({
    id: 'emergency-tag',
    status: 'emergency',
    source: 'alerts',
    cites: 'NWS Instruction 10-511 and 10-922: tornado emergency and flash flood emergency',
    condition: 'an alert is tagged as a tornado or flash flood emergency',
    wording: 'emergency',
    applies: ({ tags }) => tags.emergency,
  }),
  rule({
    id: 'pds-warning',
    status: 'emergency',
    source: 'alerts',
    cites: 'NWS Instruction 10-511: particularly dangerous situation',
    condition: 'an alert that is not a watch is tagged as a particularly dangerous situation',
    wording: 'dangerous',
    applies: (alert) => alert.tags.pds && !isWatch(alert),
  }),
  rule({
    id: 'tornado-observed',
    status: 'emergency',
    source: 'alerts',
    cites: 'NWS Instruction 10-511: tag TORNADO...OBSERVED; CAP 1.2: severity Extreme',
    condition: 'an alert has severity Extreme and the tag tornado OBSERVED',
    wording: 'observedTornado',
    applies: ({ severity, tags }) => severity === 'Extreme' && tags.tornado?.toUpperCase() === 'OBSERVED',
  }),
  rule({
    id: 'storm-warning',
    status: 'warning',
    source: 'alerts',
    cites: 'NWS Instruction 10-511: storm-based warnings; CAP 1.2: severity Severe or Extreme',
    condition: 'an alert with its own polygon, not a watch, has severity Severe or Extreme',
    wording: 'alert',
    applies: (alert) => alert.hasPolygon && strong.has(alert.severity) && !isWatch(alert),
  }),
  rule({
    id: 'zone-warning',
    status: 'warning',
    source: 'alerts',
    cites: 'NWS Instruction 10-1703 (VTEC): significance W; CAP 1.2: severity Severe or Extreme',
    condition: 'an alert for zones whose event is a warning has severity Severe or Extreme',
    wording: 'alert',
    applies: (alert) => isWarning(alert) && strong.has(alert.severity),
  }),
  rule({
    id: 'watch-alert',
    status: 'watch',
    source: 'alerts',
    cites: 'NWS Instruction 10-1703 (VTEC): significance A',
    condition: 'the event of an alert is a watch',
    wording: 'alert',
    applies: isWatch,
  }),
  rule({
    id: 'watch',
    status: 'watch',
    source: 'watches',
    cites: 'NWS Instruction 10-512: severe local storms watches',
    condition: 'a tornado or severe thunderstorm watch covers the place',
    wording: 'watch',
    applies: () => true,
  }),
  rule({
    id: 'other-alert',
    status: 'advisory',
    source: 'alerts',
    cites: 'NWS Instruction 10-1703 (VTEC): significances Y and S, and alerts below severity Severe',
    condition: 'any other alert in force covers the place',
    wording: 'alert',
    applies: () => true,
  }),
  rule({
    id: 'discussion',
    status: 'elevated',
    source: 'discussions',
    cites: 'NWS Instruction 10-512: mesoscale discussions',
    condition: 'a mesoscale discussion in force covers the place',
    wording: 'discussion',
    applies: () => true,
  }),
  rule({
    id: 'outlook',
    status: 'elevated',
    source: 'outlooks',
    cites: 'NWS Instruction 10-512: convective outlooks, categories',
    condition: 'a categorical day-1 outlook of slight risk or more is valid now',
    wording: 'outlook',
    applies: ({ day, type, riskRank, validFrom, validTo }, { now }) =>
      day === 1 && type === 'categorical' && (riskRank ?? 0) >= elevatedRank && validFrom <= now && now < validTo,
  }),
];

/** The rung of one alert. */
export function rungOfAlert(alert: KnownAlert): Rung {
  const found = statusRules.find(
    ({ source, applies }) => source === 'alerts' && applies(alert, { now: alert.expires }),
  );
  return found!.status; // the last rule for alerts applies to all
}
