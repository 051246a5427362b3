import { DataError, parseTime } from '@severe/base';
import { officeOf, zoneOfFips } from '@severe/catalogue';
import type { AlertContent } from '@severe/db';
import { GeometryError, type Area } from '@severe/geo';
import { mendArea } from '@severe/geo/mend-area';
import { firstOf, motionOf, tagsOf, type Parameters } from './tags.ts';
import { eventKeyOf, parseVtec } from './vtec.ts';

/** One CAP message: an event, or a part of one that has zones and words of its own. */
export interface AlertMessage extends AlertContent {
  identifier: string;
  references: string[];
  eventKey: string;
  olderKey: string | null;
  /** By VTEC, or the type of the message. */
  action: string;
  polygon: Area | null;
  /** Why a polygon that was sent is not here. The alert stands without it: it is found through its zones. */
  polygonRefused: string | null;
}

/** A provider's clock may be ahead of ours, but not by this much. */
const aheadMs = 24 * 3_600_000;

/**
 * Reads a feature of api.weather.gov.
 *
 * @param now to tell what cannot have been sent yet
 * @returns undefined for exercises, tests and drafts
 * @throws {DataError} `alert`: what it cannot be without is missing or unreadable
 */
export function parseMessage(feature: unknown, now: Date): AlertMessage | undefined {
  const { properties: p, geometry } = objectOf(feature, 'a feature') as { properties?: unknown; geometry?: unknown };
  const properties = objectOf(p, 'properties');
  if (unstorable.test(JSON.stringify(properties))) refuse('its text holds characters that are none');
  const text = (name: string): string | null => textOf(properties, name);
  const needed = (name: string): string => text(name) ?? refuse(`${name} is missing`);
  const time = (name: string): Date | null => timeOf(properties, name);

  if (needed('status') !== 'Actual') return undefined;
  const sent = time('sent') ?? refuse('sent is missing');
  if (sent.getTime() - now.getTime() > aheadMs) refuse(`sent lies ahead of now: ${sent.toISOString()}`);
  const parameters = objectOf(properties['parameters'] ?? {}, 'parameters') as Parameters;
  const vtec = parseVtec(firstOf(parameters, 'VTEC') ?? '');
  const identifier = needed('id');
  const messageType = needed('messageType');
  const zones = zonesOf(properties);
  const description = text('description');
  const headline = text('headline');
  return {
    identifier,
    references: referencesOf(properties['references']),
    ...(vtec ? eventKeyOf(vtec, sent) : { eventKey: identifier, olderKey: null }),
    action: vtec?.action ?? messageType,
    event: needed('event'),
    severity: needed('severity'),
    urgency: needed('urgency'),
    certainty: needed('certainty'),
    headline,
    messageType,
    sent,
    effective: time('effective'),
    onset: time('onset'),
    expires: time('expires') ?? refuse('expires is missing'),
    ends: time('ends') ?? parseTime(firstOf(parameters, 'eventEndingTime') ?? '') ?? null,
    wfo: vtec?.office ?? officeOfBulletin(firstOf(parameters, 'AWIPSidentifier')),
    states: [...new Set(zones.map((zone) => zone.slice(zone.indexOf('/') + 1).slice(0, 2)))],
    fips: fipsOf(properties),
    areaDesc: text('areaDesc') ?? '',
    zones,
    tags: tagsOf(parameters, `${headline ?? ''}\n${firstOf(parameters, 'NWSheadline') ?? ''}\n${description ?? ''}`),
    motion: motionOf(firstOf(parameters, 'eventMotionDescription')),
    description,
    instruction: text('instruction'),
    ...polygonOf(geometry),
  };
}

/** The polygon of an alert, or why it cannot be used. */
export function polygonOf(geometry: unknown): Pick<AlertMessage, 'polygon' | 'polygonRefused'> {
  if (geometry === null || geometry === undefined) return { polygon: null, polygonRefused: null };
  try {
    const { area } = mendArea(geometry);
    return area ? { polygon: area, polygonRefused: null } : { polygon: null, polygonRefused: 'it holds no area' };
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    return { polygon: null, polygonRefused: error.message };
  }
}

/** The zones as `kind/ugc`: by their addresses, or where there are none by their codes. */
function zonesOf(properties: Record<string, unknown>): string[] {
  const addresses = textsOf(properties['affectedZones']).flatMap(
    (url) => /\/(?:county|forecast|fire)\/[A-Z]{2}[CZ]\d{3}$/.exec(url)?.[0].slice(1) ?? [],
  );
  if (addresses.length > 0) return [...new Set(addresses)];
  const { UGC } = objectOf(properties['geocode'] ?? {}, 'geocode');
  return textsOf(UGC)
    .filter((ugc) => /^[A-Z]{2}[CZ]\d{3}$/.test(ugc))
    .map((ugc) => `${ugc[2] === 'C' ? 'county' : 'forecast'}/${ugc}`);
}

/** Counties by their five digits; SAME puts one before them for a part, and has codes of its own for waters. */
function fipsOf(properties: Record<string, unknown>): string[] {
  const { SAME } = objectOf(properties['geocode'] ?? {}, 'geocode');
  const codes = textsOf(SAME).flatMap((code) => (/^\d{6}$/.test(code) ? [code.slice(1)] : []));
  return [...new Set(codes.filter((code) => zoneOfFips(code) !== undefined))];
}

function referencesOf(references: unknown): string[] {
  if (!Array.isArray(references)) return [];
  return references.flatMap((reference) => {
    const { identifier } = (reference ?? {}) as { identifier?: unknown };
    return typeof identifier === 'string' ? [identifier] : [];
  });
}

/** `FFSPUB` → `PUB` */
function officeOfBulletin(awips: string | undefined): string | null {
  return awips !== undefined && /^[A-Z0-9]{3}[A-Z]{3}$/.test(awips) ? officeOf(awips.slice(3)) : null;
}

function timeOf(properties: Record<string, unknown>, name: string): Date | null {
  const text = textOf(properties, name);
  return text === null ? null : (parseTime(text) ?? refuse(`${name} is no time: ${JSON.stringify(text.slice(0, 40))}`));
}

/** A text; null where it is absent or empty. */
function textOf(properties: Record<string, unknown>, name: string): string | null {
  const value = properties[name];
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') refuse(`${name} is no text: ${JSON.stringify(value).slice(0, 40)}`);
  return value;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** A NUL, or half a surrogate pair, as JSON writes them: no database takes them. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

function objectOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(`${what} is no object`);
  return value as Record<string, unknown>;
}

function refuse(why: string): never {
  throw new DataError('alert', why);
}
