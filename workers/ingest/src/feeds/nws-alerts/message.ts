import { DataError, parseTime } from '@severe/base';
import { officeOf, zoneOfFips } from '@severe/catalogue';
import type { AlertContent } from '@severe/db';
import type { Area } from '@severe/geo';
import { exactText, neededTime, textsOf, timeOf } from '../../parse/fields.ts';
import { recordOf, type JsonObject } from '../../parse/payload.ts';
import { repairedArea } from '../../parse/shapes.ts';
import { statesOf } from '../../parse/ugc.ts';
import { firstOf, motionOf, tagsOf, type Parameters } from './tags.ts';
import { productOf, readReferences } from './references.ts';
import { identityOf, parseVtec, type EventIdentity } from './vtec.ts';

/** One CAP message: an event, or the part of an event with its own zones and texts. */
export interface AlertMessage extends AlertContent, EventIdentity {
  identifier: string;
  /** What its product is called: the messages of one product share it. */
  product: string;
  references: string[];
  /** VTEC action, or the message type. */
  action: string;
  polygon: Area | null;
  /** Why the polygon was rejected. The alert is stored without it and is found through its zones. */
  polygonRefused: string | null;
}

/** Maximum time by which the clock of the provider may be ahead. */
const aheadMs = 24 * 3_600_000;

/**
 * Parses a feature of api.weather.gov.
 *
 * @param now current time, to reject messages from the future
 * @returns undefined for exercises, tests and drafts
 * @throws {DataError} if a required field is missing or cannot be parsed
 */
export function parseMessage(feature: unknown, now: Date): AlertMessage | undefined {
  const { properties: members, geometry } = recordOf(feature, 'a feature');
  const properties = recordOf(members, 'properties');
  if (!isStorable(properties)) throw new DataError('alert', 'expected text that the database can store');
  const text = (name: string): string | null => exactText(properties[name], name);
  const needed = (name: string): string => text(name) ?? missing(name);
  const time = (name: string): Date | null => timeOf(properties[name], name);

  if (needed('status') !== 'Actual') return undefined;
  const sent = neededTime(properties.sent, 'sent');
  if (sent.getTime() - now.getTime() > aheadMs) {
    throw new DataError('alert', `expected sent in the past, got ${sent.toISOString()}`);
  }
  const parameters: Parameters = recordOf(properties.parameters ?? {}, 'parameters');
  const vtec = parseVtec(firstOf(parameters, 'VTEC') ?? '');
  const identifier = needed('id');
  const messageType = needed('messageType');
  const event = needed('event');
  const zones = zonesOf(properties);
  const description = text('description');
  const headline = text('headline');
  const references = readReferences(properties.references, parameters.expiredReferences);
  const referred = references.flatMap((reference) => reference.sent ?? []);
  return {
    identifier,
    product: productOf(identifier),
    references: references.map((reference) => reference.identifier),
    ...(vtec ? identityOf(vtec, sent, referred) : { eventKey: identifier, numberKey: null, issuedAt: null }),
    action: vtec?.action ?? messageType,
    event,
    severity: needed('severity'),
    urgency: needed('urgency'),
    certainty: needed('certainty'),
    headline,
    messageType,
    sent,
    effective: time('effective'),
    onset: time('onset'),
    expires: neededTime(properties.expires, 'expires'),
    ends: time('ends') ?? parseTime(firstOf(parameters, 'eventEndingTime') ?? '') ?? null,
    wfo: vtec?.office ?? officeOfBulletin(firstOf(parameters, 'AWIPSidentifier')),
    states: statesOf(zones.map((zone) => zone.slice(zone.indexOf('/') + 1))),
    fips: fipsOf(properties),
    areaDesc: text('areaDesc') ?? '',
    zones,
    tags: tagsOf(
      parameters,
      `${headline ?? ''}\n${firstOf(parameters, 'NWSheadline') ?? ''}\n${description ?? ''}`,
      event,
    ),
    motion: motionOf(firstOf(parameters, 'eventMotionDescription')),
    description,
    instruction: text('instruction'),
    ...polygonOf(geometry),
  };
}

/** The polygon of an alert, or the reason for its rejection. */
export function polygonOf(geometry: unknown): Pick<AlertMessage, 'polygon' | 'polygonRefused'> {
  try {
    return { polygon: repairedArea(geometry), polygonRefused: null };
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return { polygon: null, polygonRefused: error.message };
  }
}

/** Zones as `kind/ugc`: from their URLs, or if there are none, from their codes. */
function zonesOf({ affectedZones, geocode }: JsonObject): string[] {
  const zones = textsOf(affectedZones).flatMap(
    (url) => /\/(?:county|forecast|fire)\/[A-Z]{2}[CZ]\d{3}$/.exec(url)?.[0].slice(1) ?? [],
  );
  if (zones.length > 0) return [...new Set(zones)];
  return textsOf(recordOf(geocode ?? {}, 'geocode').UGC)
    .filter((ugc) => /^[A-Z]{2}[CZ]\d{3}$/.test(ugc))
    .map((ugc) => `${ugc[2] === 'C' ? 'county' : 'forecast'}/${ugc}`);
}

/** FIPS codes of counties. A SAME code has a leading digit for a part of the county, and codes for marine areas. */
function fipsOf({ geocode }: JsonObject): string[] {
  const same = textsOf(recordOf(geocode ?? {}, 'geocode').SAME);
  const codes = same.flatMap((code) => (/^\d{6}$/.test(code) ? [code.slice(1)] : []));
  return [...new Set(codes.filter((code) => zoneOfFips(code) !== undefined))];
}

/** The office in an AWIPS identifier: `FFSPUB` → `PUB`. */
function officeOfBulletin(awips: string | undefined): string | null {
  return awips !== undefined && /^[A-Z0-9]{3}[A-Z]{3}$/.test(awips) ? officeOf(awips.slice(3)) : null;
}

/** Escapes of NUL and of single surrogates in JSON, which no database stores. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

function isStorable(properties: JsonObject): boolean {
  return !unstorable.test(JSON.stringify(properties));
}

function missing(name: string): never {
  throw new DataError('alert', `expected ${name}, got nothing`);
}
