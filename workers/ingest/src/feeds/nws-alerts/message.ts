import { DataError, parseTime } from '@severe/base';
import { officeOf, offices, zoneOfFips } from '@severe/catalogue';
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
  const action = vtec?.action ?? messageType;
  const messageExpires = neededTime(properties.expires, 'expires');
  const ends = time('ends') ?? parseTime(firstOf(parameters, 'eventEndingTime') ?? '') ?? null;
  return {
    identifier,
    product: productOf(identifier),
    references: references.map((reference) => reference.identifier),
    ...(vtec ? identityOf(vtec, sent, referred) : { eventKey: identifier, numberKey: null, issuedAt: null }),
    action,
    event,
    severity: needed('severity'),
    urgency: needed('urgency'),
    certainty: needed('certainty'),
    headline,
    messageType,
    sent,
    effective: time('effective'),
    onset: time('onset'),
    expires: laterOf(messageExpires, ends),
    messageExpires,
    ends,
    wfo: vtec?.office ?? officeOfBulletin(firstOf(parameters, 'AWIPSidentifier'), issuerOf(parameters)),
    states: statesOf(zones.map((zone) => zone.slice(zone.indexOf('/') + 1))),
    fips: fipsOf(properties),
    areaDesc: text('areaDesc') ?? '',
    zones,
    tags: tagsOf({
      parameters,
      text: [headline, headlineIn(parameters), description].filter(Boolean).join('\n\n'),
      event,
      isOver: isEnd({ action, messageType }),
    }),
    motion: motionOf(firstOf(parameters, 'eventMotionDescription')),
    description,
    instruction: text('instruction'),
    ...polygonOf(geometry),
  };
}

/** Whether a message ends its event. */
export function isEnd({ action, messageType }: Pick<AlertMessage, 'action' | 'messageType'>): boolean {
  return action === 'CAN' || action === 'EXP' || messageType === 'Cancel';
}

/** The office in the heading of a bulletin: `WWUS84 KOUN 202212` → `KOUN`. */
function issuerOf(parameters: Parameters): string | undefined {
  return firstOf(parameters, 'WMOidentifier')?.split(' ')[1];
}

/** The headline of a bulletin in its form there, between dots. */
function headlineIn(parameters: Parameters): string {
  const headline = firstOf(parameters, 'NWSheadline');
  return headline === undefined ? '' : `...${headline}...`;
}

/** When an alert is over unless a message ends it: an update that is late does not hide a hazard that lasts. */
export function laterOf(messageExpires: Date, ends: Date | null): Date {
  return ends !== null && ends > messageExpires ? ends : messageExpires;
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

/**
 * The office of a bulletin: in its AWIPS identifier, `FFSPUB` → `PUB`, else in its heading. The identifier of a translation has
 * a language in that place: `SPSSPN`.
 *
 * @param issuer the office in the heading, four letters
 */
export function officeOfBulletin(awips: string | undefined, issuer: string | undefined): string | null {
  const [, place] = /^[A-Z0-9]{3}([A-Z]{3})$/.exec(awips ?? '') ?? [];
  const named = [place, issuer].flatMap((office) => (office ? officeOf(office) : []));
  return named.find((office) => offices.some(({ id }) => id === office)) ?? named[0] ?? null;
}

/** Escapes of NUL and of single surrogates in JSON, which no database stores. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

function isStorable(properties: JsonObject): boolean {
  return !unstorable.test(JSON.stringify(properties));
}

function missing(name: string): never {
  throw new DataError('alert', `expected ${name}, got nothing`);
}
