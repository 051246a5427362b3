import { DataError } from '@severe/base';
import { fipsOfZone } from '@severe/catalogue';
import type { StormMotion } from '@severe/db';
import type { Position } from '@severe/geo';
import { readBulletin, type Bulletin } from '../../parse/bulletin.ts';
import type { Payload } from '../../parse/payload.ts';
import { resolveDayTime } from '../../parse/times.ts';
import { readPositions } from '../../parse/lat-lon.ts';
import { readUgc, statesOf } from '../../parse/ugc.ts';
import { eventNameOf } from './event-names.ts';
import { polygonOf, type AlertMessage } from './message.ts';
import { tagsOf, type Parameters } from './tags.ts';
import { eventKeyOf, parseVtec, type Vtec } from './vtec.ts';

/** Guam writes longitudes without a sign, as other offices do, but means east. */
const easternOffice = 'PGUM';

/**
 * Parses the text product of a warning, watch, advisory or statement: one message for each event of each segment. Text
 * products have no ratings, so severity, urgency and certainty are `Unknown`.
 *
 * @param near any time within two weeks of the issue
 * @throws {DataError} `bulletin` for any other text
 */
export function parseBulletin(payload: Payload, near: Date): AlertMessage[] {
  const bulletin = readBulletin(payload, near);
  const segments = bulletin.text.split(/^\$\$/m);
  const messages = segments.flatMap((segment, i) => readSegment(bulletin, segment, i));
  if (messages.length === 0) throw new DataError('bulletin', 'expected a segment with its zones, got none');
  return messages;
}

function readSegment(bulletin: Bulletin, segment: string, index: number): AlertMessage[] {
  const { issuedAt, office, awips } = bulletin;
  const ugc = readUgc(segment, issuedAt);
  if (!ugc) return []; // text below the last segment, such as a name or a web address
  const zones = ugc.codes.map(
    (code) => `${code[2] === 'C' ? 'county' : awips.startsWith('RFW') ? 'fire' : 'forecast'}/${code}`,
  );
  const [body, instruction = ''] = bodyOf(segment).split(/^PRECAUTIONARY\/PREPAREDNESS ACTIONS\.\.\.$/m);
  const headline = /^\.\.\.(.+?)\.\.\.$/ms.exec(segment)?.[1].replaceAll(/\s+/g, ' ') ?? null;
  const events = vtecsOf(segment);
  return (events.length > 0 ? events : [undefined]).map((vtec): AlertMessage => {
    const identifier = [office, awips, issuedAt.toISOString(), index, vtec?.phenomenon ?? ''].join(' ').trim();
    return {
      identifier,
      references: [],
      ...(vtec ? eventKeyOf(vtec, issuedAt) : { eventKey: identifier, olderKey: null }),
      action: vtec?.action ?? 'Alert',
      event: (vtec && eventNameOf(vtec.phenomenon, vtec.significance)) ?? titleOf(bulletin),
      severity: 'Unknown',
      urgency: 'Unknown',
      certainty: 'Unknown',
      headline,
      messageType: messageTypeOf(vtec),
      sent: issuedAt,
      effective: issuedAt,
      onset: vtec?.begins ?? issuedAt,
      expires: ugc.purgeAt,
      ends: vtec?.ends ?? null,
      wfo: vtec?.office ?? (awips.length === 6 ? awips.slice(3) : null),
      states: statesOf(ugc.codes),
      fips: ugc.codes.flatMap((code) => fipsOfZone(code) ?? []),
      areaDesc: areaOf(segment),
      zones,
      tags: tagsOf(parametersOf(segment), segment),
      motion: motionIn(segment, issuedAt),
      description: body.trim() || null,
      instruction: instruction.trim() || null,
      ...outlineOf(segment, office),
    };
  });
}

function vtecsOf(segment: string): Vtec[] {
  return [...segment.matchAll(/^\/[OTEX]\.[^\n]*\/$/gm)].flatMap(([line]) => parseVtec(line) ?? []);
}

function messageTypeOf(vtec: Vtec | undefined): string {
  if (!vtec || vtec.action === 'NEW') return 'Alert';
  return vtec.action === 'CAN' ? 'Cancel' : 'Update';
}

/** The title of a bulletin without VTEC: `Special Weather Statement`. */
function titleOf({ text }: Bulletin): string {
  const title = text.split('\n').find((line) => /^[A-Za-z][A-Za-z ]+$/.test(line.trim())) ?? 'Statement';
  return title
    .trim()
    .toLowerCase()
    .replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** The text of a segment, without the codes and areas above it and the coordinates below it. */
function bodyOf(segment: string): string {
  const lines = segment.split('\n');
  const isCode = (line: string) => /^[A-Z]{2}[CZ](?:ALL|\d{3})[->]|-\d{6}-$|^\/.*\/$/.test(line);
  const from = lines.findLastIndex(isCode) + 1;
  return lines
    .slice(from)
    .join('\n')
    .split(/^(?:&&|LAT\.\.\.LON)/m)[0];
}

/** The area names below the codes: `Martin KY-Pike KY-`. */
function areaOf(segment: string): string {
  const [names = ''] = /^(?:[A-Z][A-Za-z .'/]*-)+\n(?:(?:[A-Z][A-Za-z .'/]*-)+\n)*/m.exec(bodyOf(segment)) ?? [];
  return names.replaceAll('\n', '').split('-').filter(Boolean).join('; ');
}

/** The tags at the end of a storm-based warning, by the names of the API. */
function parametersOf(segment: string): Parameters {
  const value = (name: string): string | undefined =>
    new RegExp(String.raw`^${name}\.\.\.\s*(\S[^\n]*?)\s*$`, 'm').exec(segment)?.[1];
  const found = {
    tornadoDetection: value('TORNADO'),
    tornadoDamageThreat: value('TORNADO DAMAGE THREAT'),
    thunderstormDamageThreat: value('THUNDERSTORM DAMAGE THREAT'),
    flashFloodDetection: value('FLASH FLOOD'),
    flashFloodDamageThreat: value('FLASH FLOOD DAMAGE THREAT'),
    maxHailSize: value('MAX HAIL SIZE') ?? value('HAIL'),
    maxWindGust: value('MAX WIND GUST') ?? value('WIND'),
  };
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, text]) => (text === undefined ? [] : [[name, [text]]])),
  );
}

/** Parses `TIME...MOT...LOC 0029Z 275DEG 29KT 3319 11183`, with one pair of coordinates for each storm. */
function motionIn(segment: string, near: Date): StormMotion | null {
  const [, time, direction, speed, places] =
    /^TIME\.\.\.MOT\.\.\.LOC (\d{4})Z (\d{1,3})DEG (\d{1,3})KT((?:\s+\d{4,5})+)/m.exec(segment) ?? [];
  if (time === undefined) return null;
  const day = String(near.getUTCDate()).padStart(2, '0');
  const points = readPositions(places);
  return {
    fromDeg: Number(direction),
    speedKt: Number(speed),
    observedAt: resolveDayTime(`${day}${time}`, near).toISOString(),
    points,
  };
}

function outlineOf(segment: string, office: string): Pick<AlertMessage, 'polygon' | 'polygonRefused'> {
  const numbers = /^LAT\.\.\.LON((?:\s+\d{4,5}\b)+)/m.exec(segment)?.[1];
  if (numbers === undefined) return { polygon: null, polygonRefused: null };
  const ring = readPositions(numbers);
  const placed = office === easternOffice ? ring.map(([lon, lat]): Position => [-lon, lat]) : ring;
  return polygonOf({ type: 'Polygon', coordinates: [placed] });
}
