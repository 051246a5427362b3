import { DataError } from '@severe/base';
import { surfaceStation } from '@severe/catalogue';
import { destination, metresPerMile, type Position } from '@severe/geo';
import { readBulletin } from '../../parse/bulletin.ts';
import { exactUtc, lookUp } from '../../parse/fields.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { describeProduct } from '../../parse/products.ts';
import { monthNumbers } from '../../parse/times.ts';
import { noteUnknownWord } from '../../parse/unknown-words.ts';
import { areaRightOf } from '../outlooks/area-right-of.ts';
import { coloursOf, eroCategoryOf, type EroRow, type Waypoint } from './row.ts';

const days: Record<string, number> = { RBG94E: 1, RBG98E: 2, RBG99E: 3 };

/** The start of an area, and the words that introduce its lines. */
const area = /^(\w+) RISK OF (?:RAINFALL EXCEEDING FFG|EXCESSIVE RAINFALL) TO THE RIGHT OF A LINE FROM\s/im;
const introduced = /TO THE RIGHT OF A LINE/gi;

/** The outlook of a day in a text product. */
export interface EroText extends Parsed<EroRow> {
  day: number;
  issuedAt: Date;
  isCorrection: boolean;
}

/**
 * Parses `RBG94E`, `RBG98E` and `RBG99E`, the texts of days 1 to 3. Their lines are given by distances from stations. An area
 * is on the right of its lines, which are closed or end at the border of the contiguous United States.
 *
 * @throws {DataError} `bulletin` for another product, `time` when its validity cannot be read
 */
export function parseEroText(payload: Payload, near: Date): EroText {
  const { awips, issuedAt, amendment, text } = readBulletin(payload, near);
  const day = lookUp(days, awips);
  if (!day) throw new DataError('bulletin', `expected RBG94E, RBG98E or RBG99E, got ${describeProduct(awips)}`);
  const [validFrom, validTo] = validity(text);
  const blocks = text.split(/^(?=\w+ RISK OF )/im).filter((block) => area.test(block));
  const promised = [...text.matchAll(introduced)].length;
  if (blocks.length !== promised)
    throw new DataError('bulletin', `expected ${promised} areas, could read ${blocks.length}`);
  const lines = new Map<string, Waypoint[][]>();
  for (const block of blocks) {
    const word = area.exec(block)![1].toUpperCase();
    lines.set(word, [...(lines.get(word) ?? []), ...linesOf(block)]);
  }
  const parsed = collect(
    lines,
    ([word]) => `${awips} ${word}`,
    ([word, waypoints]): EroRow => {
      const category = eroCategoryOf(word);
      const enclosed = areaRightOf(waypoints.map(positionsOf));
      return {
        day,
        ...category,
        ...coloursOf(category.category),
        issuedAt,
        validFrom,
        validTo,
        area: enclosed,
        lines: waypoints,
      };
    },
  );
  return { ...parsed, day, issuedAt, isCorrection: (amendment ?? '').startsWith('CC') };
}

/** The lines of an area, which several `...CONT...` separate and a full stop ends. */
function linesOf(block: string): Waypoint[][] {
  const [, described = ''] = block
    .replaceAll(/\.{3}\s*CONT\s*\.{3}/g, '|')
    .split(area)
    .slice(1);
  const [list] = described.split(/\.(?:\s|$)/);
  return list.split('|').map(waypointsOf);
}

const compass = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'];

/** Largest share of waypoints at unknown stations. A line is drawn without these. */
const maxUnknown = 0.1;

function positionsOf(waypoints: Waypoint[]): Position[] {
  const unknown: string[] = [];
  const positions = waypoints.flatMap(({ distanceMi, direction, station }): Position[] => {
    const from = surfaceStation(station);
    if (!from) unknown.push(station);
    if (!from) noteUnknownWord('station', station);
    const towardDeg = (compass.indexOf(direction ?? 'N') * 360) / compass.length;
    if (towardDeg < 0) noteUnknownWord('direction', direction ?? '');
    if (!from || towardDeg < 0) return [];
    const { lon, lat } = destination(from, towardDeg, distanceMi * metresPerMile);
    return [[lon, lat]];
  });
  if (unknown.length > maxUnknown * waypoints.length)
    throw new DataError('place', `expected known stations, got ${unknown.slice(0, 5).join(', ')}`);
  return positions;
}

/** Parses `Valid 2156Z Tue Jul 13 2021 - 12Z Wed Jul 14 2021`. */
function validity(text: string): [Date, Date] {
  const moment = String.raw`(\d\d)(\d\d)?Z \w{3} (\w{3}) (\d\d?) (\d{4})`;
  const match = new RegExp(`^Valid ${moment} - ${moment}`, 'im').exec(text);
  const [from, to] = [1, 6].map((at) => {
    const [hour, minute, month, day, year] = match?.slice(at, at + 5) ?? [];
    return match && exactUtc([+year, monthNumbers[month.toUpperCase()], +day, +hour, Number(minute ?? 0)]);
  });
  if (!from || !to) throw new DataError('time', 'expected Valid HHMMZ date - HHMMZ date');
  return [from, to];
}

function waypointsOf(line: string): Waypoint[] {
  const waypoints: Waypoint[] = [];
  const pattern = /\s*(?:(\d+) ([NESW]{1,3}) )?([A-Z0-9]{3,4})(?:\s+|$)/iy;
  const flat = line.replaceAll(/\s+/g, ' ').trim();
  while (pattern.lastIndex < flat.length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(flat);
    if (!found)
      throw new DataError('field', `expected miles, direction and airport, got ${excerpt(flat.slice(at, at + 20))}`);
    const [, distance = 0, direction, station] = found;
    waypoints.push({ distanceMi: Number(distance), direction: direction ?? null, station });
  }
  return waypoints;
}
