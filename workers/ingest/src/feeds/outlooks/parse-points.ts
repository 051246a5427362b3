import { dayMs } from '@severe/async';
import { DataError } from '@severe/base';
import { type Area, areaFromEsriRings, type Position } from '@severe/geo';
import { readBulletin } from '../../parse/bulletin.ts';
import { isClosed, readLines } from '../../parse/lat-lon.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import type { Payload } from '../../parse/payload.ts';
import { areaFrom } from '../../parse/shapes.ts';
import { dayTime } from '../../parse/times.ts';
import { closeLines } from './close-lines.ts';
import { country } from './country.ts';
import { type OutlookRow, type OutlookType, type Risk, riskOf, outlookTypes } from './row.ts';
import { lookUp } from '../../parse/fields.ts';

/**
 * Parses the points products `PTSDY1` to `PTSDY3` and `PTSD48`: records of a label and positions, under titles such as
 * `... HAIL ...`. Closed lines are areas; other lines end at the border and are closed along it.
 *
 * @throws {DataError} without a heading or valid time, or for another product
 */
export function parseOutlookPoints(payload: Payload, near: Date): Parsed<OutlookRow> {
  const { awips, issuedAt, text } = readBulletin(payload, near);
  const product = /^PTSD(Y[123]|48)$/.exec(awips)?.[1];
  if (!product)
    throw new DataError('bulletin', `expected PTSDY1, PTSDY2, PTSDY3 or PTSD48, got ${JSON.stringify(awips)}`);
  const [, from, to] = /VALID TIME (\d{6})Z - (\d{6})Z/.exec(text) ?? [];
  if (!from) throw new DataError('time', 'expected VALID TIME DDHHMMZ - DDHHMMZ');
  const validFrom = dayTime(from, issuedAt);
  const validTo = dayTime(to, validFrom);
  const records = product === '48' ? laterDays(text) : entriesOf(text, Number(product[1]));
  return collect(
    records,
    ({ day, label }) => `${awips} day ${day} ${label}`,
    (record) => {
      const start = product === '48' ? new Date(validFrom.getTime() + (record.day - 4) * dayMs) : validFrom;
      const end = product === '48' ? new Date(start.getTime() + dayMs) : validTo;
      return { ...readEntry(record), issuedAt, validFrom: start, validTo: end, colour: null, fill: null };
    },
  );
}

interface Entry {
  day: number;
  type: OutlookType;
  label: string;
  positions: string;
}

/** All records under all titles, up to `&&`. An unknown title rejects the whole bulletin. */
function entriesOf(text: string, day: number): Entry[] {
  return [...text.matchAll(/^\.\.\. ([A-Z ]+) \.\.\.\s*$([^&]*)/gm)].flatMap(([, title, body]) => {
    const type = lookUp(outlookTypes, title);
    if (!type) throw new DataError('bulletin', `expected one of ${Object.keys(outlookTypes).join(', ')}, got ${title}`);
    // A label, positions, and continuation lines. Invalid positions are rejected later.
    return [...body.matchAll(/^(\S+) {2,}(.*(?:\n {2,}.*)*)/gm)].map(([, label, positions]) => {
      return { day, type: day >= 4 ? 'categorical' : type, label, positions };
    });
  });
}

/** Days 4 to 8 have one section each. Until 2011 there was one section with the day as label: `D6`. */
function laterDays(text: string): Entry[] {
  return text
    .split(/^SEVERE WEATHER OUTLOOK POINTS DAY /m)
    .slice(1)
    .flatMap((section) => {
      return entriesOf(section, Number(section[0])).map((record) => {
        const day = /^D([4-8])$/.exec(record.label)?.[1];
        return day ? { ...record, day: Number(day) } : record;
      });
    });
}

function readEntry({ day, type, label, positions }: Entry): Risk & Pick<OutlookRow, 'day' | 'type' | 'area'> {
  const risk = /^D\d$/.test(label) ? dayAlone : riskOf(label, day);
  if (!risk) throw new DataError('field', `expected a risk, a probability or a hatching, got ${JSON.stringify(label)}`);
  return { day, type, ...risk, area: shapeOf(readLines(positions)) };
}

/** An area of the old product, which has no probability. */
const dayAlone: Risk = { risk: 'SEVERE', riskRank: null, probability: null, significant: false };

/**
 * The area is on the right of its line, so clockwise rings are shells and anticlockwise rings are holes, as in Esri
 * JSON.
 */
function shapeOf(lines: Position[][]): Area {
  const open = lines.filter((line) => !isClosed(line));
  const rings = [...lines.filter(isClosed), ...closeLines(open, country)];
  const area = areaFrom(areaFromEsriRings(rings));
  if (!area) throw new DataError('geometry', 'expected the lines of an area, got none');
  return area;
}
