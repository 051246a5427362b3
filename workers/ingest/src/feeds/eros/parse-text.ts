import { DataError } from '@severe/base';
import { readBulletin } from '../../parse/bulletin.ts';
import { exactUtc } from '../../parse/fields.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { monthNumbers } from '../../parse/times.ts';
import { eroCategoryOf, type EroRow, type Waypoint } from './row.ts';

const days: Record<string, number> = { RBG94E: 1, RBG98E: 2, RBG99E: 3 };

const area = /^(\w+) RISK OF RAINFALL EXCEEDING FFG TO THE RIGHT OF A LINE FROM\s([^.]+)\./gm;

/**
 * Parses `RBG94E`, `RBG98E` and `RBG99E`, the texts of days 1 to 3. Their lines are given by airports and are returned
 * as waypoints; the GeoJSON files have the shapes.
 *
 * @throws {DataError} `bulletin` for another product, `time` when its validity cannot be read
 */
export function parseEroText(payload: Payload, near: Date): Parsed<EroRow> {
  const { awips, issuedAt, text } = readBulletin(payload, near);
  const day = days[awips];
  if (!day) throw new DataError('bulletin', `expected RBG94E, RBG98E or RBG99E, got ${excerpt(awips)}`);
  const [validFrom, validTo] = validity(text);
  const areas = [...text.matchAll(area)];
  const promised = [...text.matchAll(/TO THE RIGHT OF A LINE/g)].length;
  if (areas.length !== promised)
    throw new DataError('bulletin', `expected ${promised} areas, could read ${areas.length}`);
  return collect(
    areas,
    ([, word], i) => `${awips} area ${i + 1}, ${word}`,
    ([, word, line]): EroRow => {
      const category = eroCategoryOf(word);
      if (!category) throw new DataError('field', `expected a category of rain, got ${excerpt(word)}`);
      const lines = line.split(/\s*\.\.\.CONT\.\.\.\s*/).map(waypointsOf);
      return { day, ...category, issuedAt, validFrom, validTo, colour: null, fill: null, area: null, lines };
    },
  );
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
  const pattern = /\s*(?:(\d+) ([NESW]{1,3}) )?([A-Z0-9]{3,4})(?:\s+|$)/y;
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
