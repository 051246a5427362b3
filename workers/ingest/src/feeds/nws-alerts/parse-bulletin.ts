import { DataError } from '@severe/base';
import { fipsOfZone } from '@severe/catalogue';
import type { StormMotion } from '@severe/db';
import { foldLongitude, type Position } from '@severe/geo';
import { readBulletin, type Bulletin } from '../../parse/bulletin.ts';
import type { Payload } from '../../parse/payload.ts';
import { describeProduct } from '../../parse/products.ts';
import { nextTimeOfDay } from '../../parse/times.ts';
import { readPositions } from '../../parse/lat-lon.ts';
import { readUgc, segmentsOf, statesOf } from '../../parse/ugc.ts';
import { eventNameOf } from './event-names.ts';
import { isEnd, laterOf, officeOfBulletin, polygonOf, type AlertMessage } from './message.ts';
import { eventsIn, isTest, eventOfBulletin, roleOf } from './role.ts';
import { parametersIn, tagsOf } from './tags.ts';
import { identityOf, type Vtec } from './vtec.ts';

/** Guam and Pago Pago write positions without a sign, as other offices do, but mean east and south. */
const easternOffice = 'PGUM';
const southernOffice = 'NSTU';

/**
 * Parses the text product of a warning, watch, advisory or statement: one message for each event of each segment. Text
 * products have no ratings, so severity, urgency and certainty are `Unknown`. Of a forecast, segments with VTEC are read.
 *
 * @param near any time within two weeks of the issue
 * @returns none for a test
 * @throws {DataError} `bulletin` for any other text, and for another product
 */
export function parseBulletin(payload: Payload, near: Date): AlertMessage[] {
  const bulletin = readBulletin(payload, near);
  const role = roleOf(bulletin);
  if (role === 'none') {
    const got = describeProduct(bulletin.awips);
    throw new DataError('bulletin', `expected a warning, watch, advisory or statement, got ${got}`);
  }
  const messages = segmentsOf(bulletin.text).map((segment, i) => readSegment(bulletin, segment, i, role));
  if (!messages.some(Boolean)) throw new DataError('bulletin', 'expected a segment with its zones, got none');
  return messages.flatMap((some) => some ?? []);
}

/** Undefined for text below the last segment, such as a name or a web address. */
function readSegment(
  bulletin: Bulletin,
  segment: string,
  index: number,
  role: 'alerts' | 'events',
): AlertMessage[] | undefined {
  const { issuedAt, office, awips } = bulletin;
  const ugc = readUgc(segment, issuedAt);
  if (!ugc) return undefined;
  const events = eventsIn(segment);
  if (events.length === 0 && (role === 'events' || isTest(bulletin, segment))) return [];
  const zones = ugc.codes.map(
    (code) => `${code[2] === 'C' ? 'county' : awips.startsWith('RFW') ? 'fire' : 'forecast'}/${code}`,
  );
  const [body, instruction = ''] = bodyOf(segment).split(/^PRECAUTIONARY\/PREPAREDNESS ACTIONS\.\.\.$/m);
  const headlines = headlinesOf(body);
  return (events.length > 0 ? events : [undefined]).map((vtec): AlertMessage => {
    const event = vtec ? [[vtec.phenomenon, vtec.significance, vtec.number].join('.')] : [];
    const name = (vtec && eventNameOf(vtec.phenomenon, vtec.significance)) ?? eventOfBulletin(bulletin);
    const product = [office, awips, issuedAt.toISOString()].join(' ');
    const identifier = [product, index, ...event].join(' ');
    const action = vtec?.action ?? 'Alert';
    const messageType = messageTypeOf(vtec);
    const ends = vtec?.ends ?? null;
    return {
      identifier,
      product,
      references: [],
      ...(vtec ? identityOf(vtec, issuedAt) : { eventKey: identifier, numberKey: null, issuedAt: null }),
      action,
      event: name,
      severity: 'Unknown',
      urgency: 'Unknown',
      certainty: 'Unknown',
      headline:
        (events.length > 1 ? headlines.find((each) => mentions(each, name)) : undefined) ?? headlines[0] ?? null,
      messageType,
      sent: issuedAt,
      effective: issuedAt,
      onset: vtec?.begins ?? issuedAt,
      expires: laterOf(ugc.purgeAt, ends),
      messageExpires: ugc.purgeAt,
      ends,
      wfo: vtec?.office ?? officeOfBulletin(awips, office),
      states: statesOf(ugc.codes),
      fips: ugc.codes.flatMap((code) => fipsOfZone(code) ?? []),
      areaDesc: areaOf(body),
      zones,
      tags: tagsOf({
        parameters: parametersIn(segment),
        text: segment,
        event: name,
        isOver: isEnd({ action, messageType }),
      }),
      motion: motionIn(segment, bulletin),
      description: body.trim() || null,
      instruction: instruction.trim() || null,
      ...outlineOf(segment, office),
    };
  });
}

/** The headlines of a text, `...WIND ADVISORY IN EFFECT UNTIL 11 PM...`, of which a segment with two events has two. */
function headlinesOf(body: string): string[] {
  const headlines: string[] = [];
  let words: string[] | undefined;
  for (const line of body.split('\n')) {
    if (words) words.push(line);
    else if (/^\.{3}./.test(line)) words = [line.slice(3)];
    if (line === '') words = undefined;
    if (!words || !/.\.{3}$/.test(words[words.length - 1])) continue;
    headlines.push(words.join(' ').slice(0, -3).replaceAll(/\s+/g, ' '));
    words = undefined;
  }
  return headlines;
}

function mentions(headline: string, event: string): boolean {
  return headline.toUpperCase().includes(event.toUpperCase());
}

function messageTypeOf(vtec: Vtec | undefined): string {
  if (!vtec || vtec.action === 'NEW') return 'Alert';
  return vtec.action === 'CAN' ? 'Cancel' : 'Update';
}

/** The text of a segment, without the codes and areas above it and the coordinates below it. */
function bodyOf(segment: string): string {
  const [, text = ''] = /(?:^|-)\d{6}-\n(?:\s*\/.*\/\n)*([^]*)/m.exec(segment) ?? [];
  return text.split(/^(?:&&|LAT\.\.\.LON)/im)[0];
}

/** The area names at the start of a text, `Martin KY-Pike KY-`, of which a line ends with a hyphen or within a name. */
function areaOf(body: string): string {
  const [names] = body.split(/\n(?=\n|including |\d{3,4} [AP]M )/i);
  if (!names.endsWith('-')) return '';
  const areas = names.replaceAll('\n', ' ').split(/-(?!\d)/); // `I-80` is one
  return areas.flatMap((area) => area.trim() || []).join('; ');
}

const halfDayMs = 12 * 3_600_000;

/** A pair of coordinates below a warning. */
const pair = String.raw`\s+\d{3,4}\s+\d{4,5}\b`;
const motion = new RegExp(
  String.raw`(?:^|\d\s+)TIME\.\.\.MOT\.\.\.LOC\s+(\d{4})Z\s+(\d{1,3})DEG\s+(\d{1,3})KT((?:${pair})+)`,
  'im',
);

/** Parses `TIME...MOT...LOC 0029Z 275DEG 29KT 3319 11183`, with one pair of coordinates for each storm. */
function motionIn(segment: string, { issuedAt, office }: Bulletin): StormMotion | null {
  const [, time, direction, speed, places] = motion.exec(segment) ?? [];
  if (time === undefined || Number(direction) > 360) return null;
  return {
    fromDeg: Number(direction),
    speedKt: Number(speed),
    observedAt: nextTimeOfDay(time, new Date(issuedAt.getTime() - halfDayMs)).toISOString(), // the nearest to the issue
    points: positionsOf(places, office).map(([lon, lat]) => [foldLongitude(lon), lat]),
  };
}

function outlineOf(segment: string, office: string): Pick<AlertMessage, 'polygon' | 'polygonRefused'> {
  const numbers = /^[ \t]*LAT\.\.\.LON((?:\s+\d+\b)+)/im.exec(segment)?.[1];
  if (numbers === undefined) return { polygon: null, polygonRefused: null };
  try {
    return polygonOf({ type: 'Polygon', coordinates: [positionsOf(numbers, office)] });
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return { polygon: null, polygonRefused: error.message };
  }
}

function positionsOf(numbers: string, office: string): Position[] {
  const [east, south] = [office === easternOffice, office === southernOffice];
  return readPositions(numbers).map(([lon, lat]) => [east ? -lon : lon, south ? -lat : lat]);
}
