import { DataError } from '@severe/base';
import { exactUtc, neededNumber, numberOf, placeOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload, readText } from '../../parse/payload.ts';
import type { TrackPointRow } from './row.ts';

/**
 * Parses an unpacked track file of the Automated Tropical Cyclone Forecasting System (`b…dat` best tracks, `a…dat`
 * forecasts). Best tracks have one line per wind radius; the first line of each time is used.
 *
 * @throws {DataError} `atcf` when the first line is no line of such a file
 * @see NRL, "Automated Tropical Cyclone Forecasting System", a-deck and b-deck format
 */
export function parseAtcf(payload: Payload): Parsed<TrackPointRow> {
  const lines = readText(payload)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  if (!isAtcf(lines[0])) {
    throw new DataError('atcf', `expected basin, number and time, got ${excerpt(lines[0], 40)}`);
  }
  const seen = new Set<string>();
  return collect(
    lines,
    (line) => line.slice(0, 36),
    (line) => {
      const columns = line.split(',').map((column) => column.trim());
      const key = columns.slice(0, 6).join();
      if (seen.has(key)) return new Ignored('another wind radius');
      seen.add(key);
      return readPoint(columns);
    },
  );
}

/** Whether a text is a track file. */
export function isAtcf(text: string): boolean {
  return /^\s*[A-Z]{2}, ?\d\d, ?\d{10},/.test(text);
}

function readPoint(columns: string[]): TrackPointRow | Ignored {
  if (columns.length < 9) throw new DataError('atcf', `expected at least 9 columns, got ${columns.length}`);
  const [basin, number, time, minutes, technique, hours, lat, lon, wind, pressure = '', kind] = columns;
  const [gust, direction, speed, name] = [20, 25, 26, 27].map((column) => columns[column]);
  const at = exactUtc(
    /^\d{10}$/.test(time)
      ? [+time.slice(0, 4), +time.slice(4, 6), +time.slice(6, 8), +time.slice(8, 10), minutesOf(technique, minutes)]
      : [],
  );
  if (!at) throw new DataError('time', `expected YYYYMMDDHH, got ${excerpt(time)}`);
  const [north, east] = [tenths(lat, 'N', 'S'), tenths(lon, 'E', 'W')];
  if (north === 0 && east === 0) return new Ignored('no position'); // written after the end of a forecast
  return {
    stormId: `${basin}${number}${time.slice(0, 4)}`.toLowerCase(),
    technique,
    at,
    hours: neededNumber(hours, 'the forecast hour'),
    ...placeOf([east, north]),
    maxWindKt: numberOf(wind, [0, -99]),
    pressureHpa: numberOf(pressure, [0, -99]),
    classification: textOf(kind),
    gustKt: numberOf(gust, [0]),
    movementDirDeg: numberOf(speed, [0]) === null ? null : numberOf(direction),
    movementKt: numberOf(speed, [0]),
    name: textOf(name),
  };
}

/** In best tracks the fourth column is the minute of a position between hours, such as a landfall; else it is a rank. */
function minutesOf(technique: string, column: string): number {
  return technique === 'BEST' && /^[0-5]\d$/.test(column) ? Number(column) : 0;
}

/** Parses tenths of a degree: `280N` is 28.0. */
function tenths(text: string, positive: string, negative: string): number {
  const [, digits, side] = /^(\d{1,4})([NSEW])$/.exec(text) ?? [];
  if (side !== positive && side !== negative)
    throw new DataError('place', `expected tenths of a degree, got ${excerpt(text)}`);
  return (Number(digits) / 10) * (side === negative ? -1 : 1);
}
