import type { Arrival } from './arrival.ts';
import type { KnownAlert, KnownWatch, Situation } from './situation.ts';

/** Kinds of threats, the most dangerous first. */
export const threatKinds = ['tornado', 'flash_flood', 'wind', 'hail', 'lightning', 'other'] as const;
export type ThreatKind = (typeof threatKinds)[number];

/** How a threat is known. `possible` is a forecast; `indicated` comes from radar. */
export const certainties = ['observed', 'indicated', 'possible'] as const;
type Certainty = (typeof certainties)[number];

/** What can happen at the place. */
export interface Threat {
  kind: ThreatKind;
  certainty: Certainty;
  /** Hail in inches or gust in miles per hour; null if not given. */
  magnitude: number | null;
  /** End of the alert or watch; null for what is measured. */
  until: Date | null;
  alertId: number | null;
  watchId: number | null;
  /** The storm of the same alert, if it may arrive. */
  arrival: Arrival | null;
}

/** What an alert threatens: the first line per kind that applies. */
interface AlertThreat {
  kind: ThreatKind;
  /** Publication that defines the tag. */
  cites: string;
  of(this: void, alert: KnownAlert): { certainty: Certainty; magnitude?: number | null } | undefined;
}

const named = (pattern: RegExp, { event }: KnownAlert): boolean => pattern.test(event);
const sureness = (tag: string): Certainty =>
  tag === 'OBSERVED' ? 'observed' : tag === 'POSSIBLE' ? 'possible' : 'indicated';

/** Threats of alerts, by event and tags. */
export const alertThreats: readonly AlertThreat[] = [
  {
    kind: 'tornado',
    cites: 'NWS Instruction 10-511: tornado tags',
    of(alert) {
      const tag = alert.tags.tornado?.toUpperCase();
      if (tag) return { certainty: sureness(tag) };
      if (named(/^tornado warning$/i, alert)) return { certainty: 'indicated' };
      return named(/^tornado watch$/i, alert) ? { certainty: 'possible' } : undefined;
    },
  },
  {
    kind: 'flash_flood',
    cites: 'NWS Instruction 10-922: flash flood tags',
    of(alert) {
      const tag = alert.tags.flashFlood?.toUpperCase();
      if (tag) return { certainty: sureness(tag) };
      if (named(/^flash flood warning$/i, alert)) return { certainty: 'indicated' };
      return named(/flood/i, alert) ? { certainty: 'possible' } : undefined;
    },
  },
  {
    kind: 'wind',
    cites: 'NWS Instruction 10-511: maximum wind gust; severe from 58 mph',
    of(alert) {
      const { windMph } = alert.tags;
      if (windMph !== null && windMph > 0) return { certainty: 'indicated', magnitude: windMph };
      return named(/severe thunderstorm watch/i, alert) ? { certainty: 'possible' } : undefined;
    },
  },
  {
    kind: 'hail',
    cites: 'NWS Instruction 10-511: maximum hail size; severe from 1 inch',
    of(alert) {
      const { hailIn } = alert.tags;
      if (hailIn !== null && hailIn > 0) return { certainty: 'indicated', magnitude: hailIn };
      return named(/severe thunderstorm watch/i, alert) ? { certainty: 'possible' } : undefined;
    },
  },
];

/** Threats of the alerts, the watches and the lightning at the place, the most dangerous first; each kind once. */
export function threatsOf(situation: Situation, arrivals: readonly Arrival[]): Threat[] {
  const { now, alerts, watches, lightning } = situation;
  const all = [
    ...alerts.filter(({ expires }) => expires > now).flatMap((alert) => ofAlert(alert, arrivals)),
    ...watches.filter(({ expiresAt }) => expiresAt > now).flatMap(ofWatch),
    ...(lightning && lightning.count > 0 ? [measured('lightning')] : []),
  ];
  const strongest = new Map<ThreatKind, Threat>();
  for (const threat of all) {
    const known = strongest.get(threat.kind);
    if (!known || isStronger(threat, known)) strongest.set(threat.kind, threat);
  }
  return threatKinds.flatMap((kind) => strongest.get(kind) ?? []);
}

function isStronger(a: Threat, b: Threat): boolean {
  const byCertainty = certainties.indexOf(a.certainty) - certainties.indexOf(b.certainty);
  return byCertainty < 0 || (byCertainty === 0 && (a.magnitude ?? 0) > (b.magnitude ?? 0));
}

function ofAlert(alert: KnownAlert, arrivals: readonly Arrival[]): Threat[] {
  const common = {
    until: alert.expires,
    alertId: alert.id,
    watchId: null,
    arrival: arrivals.find(({ storm }) => storm.alertId === alert.id) ?? null,
  };
  const threats = alertThreats.flatMap(({ kind, of }): Threat[] => {
    const found = of(alert);
    return found ? [{ kind, certainty: found.certainty, magnitude: found.magnitude ?? null, ...common }] : [];
  });
  return threats.length > 0 ? threats : [{ kind: 'other', certainty: 'possible', magnitude: null, ...common }];
}

function ofWatch({ id, type, expiresAt }: KnownWatch): Threat[] {
  const kinds: ThreatKind[] = type === 'SVR' ? ['wind', 'hail'] : ['tornado', 'wind', 'hail'];
  return kinds.map((kind) => ({ ...measured(kind), certainty: 'possible', until: expiresAt, watchId: id }));
}

function measured(kind: ThreatKind): Threat {
  return { kind, certainty: 'observed', magnitude: null, until: null, alertId: null, watchId: null, arrival: null };
}
