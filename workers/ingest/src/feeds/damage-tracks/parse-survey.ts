import { DataError } from '@severe/base';
import { officeOf } from '@severe/catalogue';
import { metresPerFoot, metresPerMile, metresPerYard, type Line, type Point, type Position } from '@severe/geo';
import { readBulletin } from '../../parse/bulletin.ts';
import { numberOf, placeOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { describeProduct } from '../../parse/products.ts';
import { parseBulletins } from '../../parse/saved-bulletins.ts';
import { repairedLine } from '../../parse/shapes.ts';
import { fullYear, localTime, monthNumbers } from '../../parse/times.ts';
import { knownWord } from '../../parse/unknown-words.ts';
import { type DamageTrackRow, ratingOf, solarDate } from './row.ts';

/**
 * Parses the damage surveys of a public information statement (`PNS`): a section `.Title...` with `Rating:` for each
 * tornado. The track is a straight line from start to end. A statement without surveyed tracks is ignored.
 *
 * @throws {DataError} `bulletin` for another product
 */
export function parseSurvey(payload: Payload, near: Date): Parsed<DamageTrackRow> {
  const { awips, office, text, issuedAt } = readBulletin(payload, near);
  if (!awips.startsWith('PNS'))
    throw new DataError('bulletin', `expected PNS and an office, got ${describeProduct(awips)}`);
  const sections = text.split(/^(?=\.[^.\n])/m).flatMap(surveysIn);
  if (sections.length === 0) return { rows: [], refused: [], ignored: { 'statement without a surveyed track': 1 } };
  return collect(
    sections,
    (section) => section.split('\n', 1)[0],
    (section) => readSection(section, officeOf(office), issuedAt),
  );
}

/** The parts of a section that describe one path each: several under one title have a rating each. */
function surveysIn(section: string): string[] {
  const [head, ...parts] = section.split(new RegExp(`^(?=${nameOf('Rating')})`, 'im'));
  return parts.map((part) => `${head.split('\n', 1)[0]}\n${part}`);
}

/** The start of a line with a field: `Rating:`, `* EF RATING...`, `Path Width /maximum/:`. */
const nameOf = (name: string): string => String.raw`[* \t]*(?:EF )?${name}(?: ?\/[^/\n]{1,20}\/)?[ \t]*(?::|\.{2,})`;

function readSection(section: string, wfo: string, issuedAt: Date): DamageTrackRow | Ignored {
  const field = (name: string) => new RegExp(`^${nameOf(name)}(.*)$`, 'im').exec(section)?.[1].trim();
  const number = (name: string) => numberOf(/^[\d.]+/.exec(field(name) ?? '')?.[0]);
  const rating = field('Rating') ?? '';
  if (!/^E?F/i.test(rating) && /wind|burst/i.test(`${rating} ${section.split('\n', 1)[0]}`))
    return new Ignored('straight-line wind');
  const start = place(field('Start Lat/Lon'), 'Start Lat/Lon', wfo);
  const end = place(field('End Lat/Lon') ?? field('Start Lat/Lon'), 'End Lat/Lon', wfo);
  const at = moment(field('Start Date'), field('Start Time'), issuedAt);
  return {
    sourceId: null,
    at,
    eventDate: solarDate(at, start.lon),
    ...ratingOf((/^E?F[- ]?[0-5]\+?/i.exec(rating)?.[0] ?? rating) || null),
    lengthM: metresOf(field('Path Length'), metresPerMile),
    widthM: metresOf(field('Path Width'), metresPerYard),
    maxWindMph: number('(?:Estimated )?Peak Wind'),
    injuries: number('Injuries'),
    fatalities: number('Fatalities'),
    wfo,
    state: /\/ ([A-Z]{2})$/.exec(field('Start Location') ?? '')?.[1] ?? null,
    comments:
      /^(?:Survey )?Summary:\s*(?!\s)([^]*?)(?:\n\s*\n|$(?![^]))/im.exec(section)?.[1].replaceAll(/\s+/g, ' ').trim() ??
      null,
    line: lineBetween(start, end),
  };
}

/** The path of a survey; one that begins where it ends is a line without length. */
function lineBetween(start: Point, end: Point): Line {
  const coordinates: Position[] = [start, end].map(({ lon, lat }) => [lon, lat]);
  const line: Line = { type: 'LineString', coordinates };
  return repairedLine(line) ?? line;
}

/** Units without the ending of a plural. */
const unitsM: Record<string, number> = {
  m: metresPerMile, mi: metresPerMile, mile: metresPerMile,
  y: metresPerYard, yd: metresPerYard, yrd: metresPerYard, yard: metresPerYard,
  f: metresPerFoot, ft: metresPerFoot, feet: metresPerFoot, foot: metresPerFoot,
  meter: 1, metre: 1, km: 1000, kilometer: 1000, kilometre: 1000,
}; // prettier-ignore

/** A length in metres: `9.1611 miles`, `1,200 yards`, or a number in the usual unit; null for anything else. */
function metresOf(text: string | undefined, usualUnitM: number): number | null {
  const [, digits, unit] = /^([\d.,]+)\s*([a-z]*)/i.exec(text ?? '') ?? [];
  const length = numberOf(digits?.replaceAll(',', ''));
  if (length === null) return null;
  const unitM = unit === '' ? usualUnitM : knownWord(unitsM, unit.toLowerCase().replace(/s$/, ''), 'unit of length');
  return unitM === undefined ? null : Math.round(length * unitM);
}

/** The only office whose area is in the east. */
const easternOffice = 'GUM';

/**
 * Parses `32.3323 / -94.2154` or `32.33N / 94.22W`, latitude first. A letter decides the side; a longitude without a sign and a letter
 * is on the side of the office.
 */
function place(text: string | undefined, what: string, wfo: string): Point {
  const [, lat, north = '', lon, east] =
    /^(-?[\d.]+)°?\s*(?:([NS])\s*)?[/,]\s*(-?[\d.]+)°?\s*([EW]?)$/i.exec(text ?? '') ?? [];
  if (!lat) throw new DataError('place', `expected ${what} as two numbers, got ${excerpt(text)}`);
  const isUnsigned = !lon.startsWith('-') && wfo !== easternOffice;
  return placeOf([onSide(lon, east || (isUnsigned ? 'W' : '')), onSide(lat, north)]);
}

function onSide(degrees: string, side: string): number {
  if (side === '') return Number(degrees);
  return Math.abs(Number(degrees)) * (/[SW]/i.test(side) ? -1 : 1);
}

/** Parses `12/13/2022`, `12/13/22` or `Dec 13 2022`, and `03:38 PM CST`. A century that is dropped is that nearest to the issue. */
function moment(date: string | undefined, time: string | undefined, issuedAt: Date): Date {
  const [, digits, name, day, year] =
    /^(?:(\d\d?)[/-]|([A-Z]{3})[A-Z]*\.? )(\d\d?)(?:[/-]|,? )(\d{4}|\d\d)$/i.exec(date ?? '') ?? [];
  const month = name ? monthNumbers[name.toUpperCase()] : Number(digits);
  const [, clock, zone] = /^(\d{1,2}:?\d\d ?[AP]M) (\w+)$/i.exec(time ?? '') ?? [];
  const wholeYear = year?.length === 2 ? fullYear(year, issuedAt) : Number(year);
  const at = clock && year && month ? localTime([wholeYear, month, +day], clock, zone) : undefined;
  if (!at) throw new DataError('time', `expected a date and a time of a known zone, got ${excerpt(`${date} ${time}`)}`);
  return at;
}

/** Parses public information statements, in the order of their texts. */
export function readSurveys(texts: string[], now: Date): Parsed<DamageTrackRow> {
  return parseBulletins(texts, now, parseSurvey);
}
