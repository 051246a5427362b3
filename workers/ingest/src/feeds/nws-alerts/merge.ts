import { createHash } from 'node:crypto';
import { toStoredAlert, type AlertEvent, type AlertTags } from '@severe/db';
import type { Area } from '@severe/geo';
import { repairedArea } from '../../parse/shapes.ts';
import { isEnd, type AlertMessage } from './message.ts';
import { addsZones } from './group.ts';
import type { EventIdentity } from './vtec.ts';

const ranks = {
  severity: ['Unknown', 'Minor', 'Moderate', 'Severe', 'Extreme'],
  urgency: ['Unknown', 'Past', 'Future', 'Expected', 'Immediate'],
} as const;

/**
 * Merges the messages of one event. An office sends several messages if texts or times differ between zones. The event
 * has the zones of all messages, the widest time range and the highest ratings; other fields are those of the newest
 * message. Cancelled messages count only if all are cancelled.
 *
 * @param messages at least one
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
    expires: latest(parts.map((part) => part.expires))!,
    messageExpires: latest(parts.map((part) => part.messageExpires))!,
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
    ...identityOfAll(messages),
    references: all((part) => part.references),
    ...(inForce.length > 0 && inForce.every(addsZones) ? { addsOnly: true } : {}),
    digest: createHash('sha256')
      .update(JSON.stringify(toStoredAlert(content)))
      .digest('base64url'),
  };
}

/** The identity that the first message tells, or else the one with the earliest year: keys of one number differ in it only. */
function identityOfAll(messages: AlertMessage[]): EventIdentity {
  const first = earliest(messages.map(({ issuedAt }) => issuedAt))?.getTime();
  const sure = messages.filter(({ issuedAt }) => issuedAt?.getTime() === first);
  const [{ eventKey, numberKey, issuedAt }] = sure.toSorted((a, b) => (a.eventKey < b.eventKey ? -1 : 1));
  return { eventKey, numberKey, issuedAt };
}

function statusOf(message: AlertMessage): AlertEvent['status'] {
  if (message.action === 'UPG') return 'upgraded';
  return isEnd(message) ? 'cancelled' : 'active';
}

/** Newest first, then most severe, then by identifier, so that the order of the list does not matter. */
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
  const moments = times.flatMap((time) => (time ? [time.getTime()] : []));
  return moments.length > 0 ? new Date(Math.min(...moments)) : null;
}

/** The latest end; null if a message has an open end. */
function latest(times: (Date | null)[]): Date | null {
  return times.includes(null) ? null : new Date(Math.max(...times.map((time) => time!.getTime())));
}

/** The greatest of numbers, true if any is, and else the first text. */
function mergeTags(tags: AlertTags[]): AlertTags {
  const merge = (values: (string | number | boolean | null)[]) => {
    const known = values.filter((value) => value !== null);
    if (typeof known[0] === 'number') return Math.max(...(known as number[]));
    return typeof known[0] === 'boolean' ? known.includes(true) : (known[0] ?? null);
  };
  const names = Object.keys(tags[0]) as (keyof AlertTags)[];
  return Object.fromEntries(names.map((name) => [name, merge(tags.map((each) => each[name]))])) as unknown as AlertTags;
}

function mergePolygons(polygons: Area[]): Area | null {
  if (polygons.length < 2) return polygons[0] ?? null;
  return repairedArea({ type: 'GeometryCollection', geometries: polygons });
}
