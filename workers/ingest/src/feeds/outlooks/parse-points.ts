import { dayMs } from '@severe/async';
import { DataError } from '@severe/base';
import { type Area, areaFromEsriRings, type Position } from '@severe/geo';
import { readBulletin } from '../../parse/bulletin.ts';
import { lookUp } from '../../parse/fields.ts';
import { isClosed, readPolylines } from '../../parse/lat-lon.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { repairedArea } from '../../parse/shapes.ts';
import { resolveDayTime } from '../../parse/times.ts';
import { closeLines } from './close-lines.ts';
import { conusOutline } from './conus-outline.ts';
import { type OutlookRow, type OutlookType, type Risk, riskOf, outlookTypes } from './row.ts';

/**
 * Parses the SPC outlook points products `PTSDY1` to `PTSDY3` (days 1 to 3) and `PTSD48` (days 4 to 8). Titles such as
 * `... HAIL ...` are followed by entries of a label and polylines. A closed polyline is a ring. An open one ends at the
 * border of the contiguous United States and is closed along it.
 *
 * @param near any time within two weeks of the issuance; it gives the month and year
 * @throws {DataError} without a WMO heading or valid time, or for another product
 */
export function parseOutlookPoints(payload: Payload, near: Date): Parsed<OutlookRow> {
  const { awips, issuedAt, text } = readBulletin(payload, near);
  const product = /^PTSD(Y[123]|48)$/.exec(awips)?.[1];
  if (!product) throw new DataError('bulletin', `expected PTSDY1, PTSDY2, PTSDY3 or PTSD48, got ${excerpt(awips)}`);
  const [, from, to] = /VALID TIME (\d{6})Z - (\d{6})Z/.exec(text) ?? [];
  if (!from) throw new DataError('time', 'expected VALID TIME DDHHMMZ - DDHHMMZ');
  const validFrom = resolveDayTime(from, issuedAt);
  const validTo = resolveDayTime(to, validFrom);
  const entries = product === '48' ? readDays4To8(text) : readEntries(text, Number(product[1]));
  return collect(
    entries,
    ({ day, label }) => `${awips} day ${day} ${label}`,
    (entry) => {
      const start = product === '48' ? new Date(validFrom.getTime() + (entry.day - 4) * dayMs) : validFrom;
      const end = product === '48' ? new Date(start.getTime() + dayMs) : validTo;
      return { ...parseEntry(entry), issuedAt, validFrom: start, validTo: end, colour: null, fill: null };
    },
  );
}

/** One label under a title, with its unparsed positions. */
interface Entry {
  day: number;
  type: OutlookType;
  label: string;
  positions: string;
}

/** Reads the entries under all titles. `&&` ends a section. An unknown title rejects the whole bulletin. */
function readEntries(text: string, day: number): Entry[] {
  return [...text.matchAll(/^\.\.\. ([A-Z ]+) \.\.\.\s*$([^&]*)/gm)].flatMap(([, title, body]) => {
    const type = lookUp(outlookTypes, title);
    if (!type) throw new DataError('bulletin', `expected one of ${Object.keys(outlookTypes).join(', ')}, got ${title}`);
    // A label, positions, and continuation lines. Invalid positions are rejected later.
    return [...body.matchAll(/^(\S+) {2,}(.*(?:\n {2,}.*)*)/gm)].map(([, label, positions]) => {
      return { day, type: day >= 4 ? 'categorical' : type, label, positions };
    });
  });
}

/** Reads the entries of days 4 to 8, one section per day. Until 2011 there was one section, with labels such as `D6`. */
function readDays4To8(text: string): Entry[] {
  return text
    .split(/^SEVERE WEATHER OUTLOOK POINTS DAY /m)
    .slice(1)
    .flatMap((section) => {
      return readEntries(section, Number(section[0])).map((entry) => {
        const day = /^D([4-8])$/.exec(entry.label)?.[1];
        return day ? { ...entry, day: Number(day) } : entry;
      });
    });
}

function parseEntry({ day, type, label, positions }: Entry): Risk & Pick<OutlookRow, 'day' | 'type' | 'area'> {
  const risk = /^D\d$/.test(label) ? dayLabelRisk : riskOf(label, day);
  if (!risk)
    throw new DataError(
      'field',
      `expected a category, a probability or a label of a hatched area, got ${excerpt(label)}`,
    );
  return { day, type, ...risk, area: areaOf(readPolylines(positions)) };
}

/** Risk of an area with a label such as `D6` (until 2011). These areas have no probability. */
const dayLabelRisk: Risk = { risk: 'SEVERE', riskRank: null, probability: null, significant: false };

/**
 * The area that the polylines enclose. It is on the right of each polyline. Clockwise rings are therefore shells and
 * anticlockwise rings are holes, as in Esri JSON.
 */
function areaOf(polylines: Position[][]): Area {
  const open = polylines.filter((polyline) => !isClosed(polyline));
  const rings = [...polylines.filter(isClosed), ...closeLines(open, conusOutline)];
  const area = repairedArea(areaFromEsriRings(rings));
  if (!area) throw new DataError('geometry', 'expected the outline of an area, got none');
  return area;
}
