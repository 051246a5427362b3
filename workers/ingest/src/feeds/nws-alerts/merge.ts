import { createHash } from 'node:crypto';
import type { AlertEvent, AlertTags } from '@severe/db';
import type { Area } from '@severe/geo';
import { mendArea } from '@severe/geo/mend-area';
import type { AlertMessage } from './message.ts';

const ranks = {
  severity: ['Unknown', 'Minor', 'Moderate', 'Severe', 'Extreme'],
  urgency: ['Unknown', 'Past', 'Future', 'Expected', 'Immediate'],
} as const;

/**
 * The one event that these messages tell of together: an office divides an event where words or times differ from zone
 * to zone. Zones are those of all parts, times the widest, ratings the highest; the newest part speaks first. Parts that
 * have been cancelled count only where nothing else is left.
 *
 * @param messages of one event, at least one
 */
export function mergeMessages(messages: AlertMessage[]): AlertEvent {
  const inForce = messages.filter((message) => statusOf(message) === 'active');
  const parts = (inForce.length > 0 ? inForce : messages).toSorted(newestFirst);
  const [lead] = parts;
  const all = <T>(read: (part: AlertMessage) => T[]): T[] => [...new Set(parts.flatMap(read))];
  const texts = (read: (part: AlertMessage) => string | null, between: string): string | null =>
    all((part) => [read(part)].filter((text) => text !== null)).join(between) || null;

  const content = {
    event: lead.event,
    severity: highest(parts, 'severity'),
    urgency: highest(parts, 'urgency'),
    certainty: lead.certainty,
    headline: lead.headline,
    messageType: lead.messageType,
    sent: lead.sent,
    effective: earliest(parts.map((part) => part.effective)),
    onset: earliest(parts.map((part) => part.onset)),
    expires: new Date(Math.max(...parts.map((part) => part.expires.getTime()))),
    ends: latest(parts.map((part) => part.ends)),
    wfo: lead.wfo,
    states: all((part) => part.states),
    fips: all((part) => part.fips),
    areaDesc: all((part) => [part.areaDesc]).join('; '),
    zones: all((part) => part.zones),
    tags: mergeTags(parts.map((part) => part.tags)),
    motion: parts.find((part) => part.motion)?.motion ?? null,
    description: texts((part) => part.description, '\n\n'),
    instruction: texts((part) => part.instruction, '\n\n'),
    polygon: mergePolygons(parts.flatMap(({ polygon }) => (polygon ? [polygon] : []))),
    status: statusOf(lead),
    action: lead.action,
    messages: parts.map((part) => part.identifier),
  };
  return {
    ...content,
    eventKey: lead.eventKey,
    olderKey: lead.olderKey,
    references: all((part) => part.references),
    digest: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
  };
}

function statusOf({ action, messageType }: AlertMessage): AlertEvent['status'] {
  if (action === 'UPG') return 'upgraded';
  return action === 'CAN' || action === 'EXP' || messageType === 'Cancel' ? 'cancelled' : 'active';
}

/** Newest first, then the gravest, then by name: the same messages in any order make the same event. */
function newestFirst(a: AlertMessage, b: AlertMessage): number {
  const bySent = b.sent.getTime() - a.sent.getTime();
  const bySeverity = rankOf(b, 'severity') - rankOf(a, 'severity');
  return bySent || bySeverity || (a.identifier < b.identifier ? -1 : 1);
}

function rankOf(part: AlertMessage, kind: keyof typeof ranks): number {
  return (ranks[kind] as readonly string[]).indexOf(part[kind]);
}

function highest(parts: AlertMessage[], kind: keyof typeof ranks): string {
  return parts.reduce((best, part) => (rankOf(part, kind) > rankOf(best, kind) ? part : best))[kind];
}

function earliest(times: (Date | null)[]): Date | null {
  const known = times.flatMap((time) => (time ? [time.getTime()] : []));
  return known.length > 0 ? new Date(Math.min(...known)) : null;
}

/** The last end; null where a part has none, for then it goes on. */
function latest(times: (Date | null)[]): Date | null {
  return times.includes(null) ? null : new Date(Math.max(...times.map((time) => time!.getTime())));
}

function mergeTags(tags: AlertTags[]): AlertTags {
  const first = <K extends keyof AlertTags>(name: K) => tags.find((each) => each[name] !== null)?.[name] ?? null;
  const most = (name: 'hail_in' | 'wind_mph') => {
    const values = tags.flatMap((each) => each[name] ?? []);
    return values.length > 0 ? Math.max(...values) : null;
  };
  return {
    tornado: first('tornado'),
    damage_threat: first('damage_threat'),
    hail_in: most('hail_in'),
    wind_mph: most('wind_mph'),
    flash_flood: first('flash_flood'),
    pds: tags.some(({ pds }) => pds),
    emergency: tags.some(({ emergency }) => emergency),
  };
}

function mergePolygons(polygons: Area[]): Area | null {
  if (polygons.length < 2) return polygons[0] ?? null;
  return mendArea({ type: 'GeometryCollection', geometries: polygons }).area ?? null;
}
