import { dayMs } from '@severe/async';
import { DataError } from '@severe/base';
import { foldLongitude } from '@severe/geo';
import { exactUtc, neededNumber, numberOf, placeOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload, readText } from '../../parse/payload.ts';
import type { TrackPointRow } from './row.ts';

/**
 * Parses an unpacked track file of the Automated Tropical Cyclone Forecasting System (`b…dat` best tracks, `a…dat`
 * forecasts). Best tracks have one line per wind radius; the first line of each time is used. A storm keeps the year in
 * which it began: one of December goes on in January under its number.
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
  const rows = lines.map((line) => line.split(',').map((column) => column.trim()));
  const years = yearsOf(rows);
  const seen = new Set<string>();
  return collect(
    rows,
    (_, i) => lines[i].slice(0, 36),
    (columns) => {
      const key = columns.slice(0, 6).join();
      if (seen.has(key)) return new Ignored('another wind radius');
      seen.add(key);
      return readPoint(columns, years);
    },
  );
}

/** Longest gap in the lines of a storm. Numbers begin again at 1 each year. */
const maxGapMs = 60 * dayMs;

/** The year in which the storm of each line began, by the columns of basin, number and time. */
function yearsOf(rows: string[][]): Map<string, number> {
  const years = new Map<string, number>();
  let before: { storm: string; at: Date; year: number } | undefined;
  for (const name of [...new Set(rows.map(nameOf))].toSorted()) {
    const [basin, number, time] = name.split(',');
    const storm = `${basin}${number}`;
    const at = hourOf(time);
    if (!at) continue;
    const goesOn = before?.storm === storm && at.getTime() - before.at.getTime() <= maxGapMs;
    before = { storm, at, year: goesOn ? before!.year : at.getUTCFullYear() };
    years.set(name, before.year);
  }
  return years;
}

const nameOf = (columns: string[]): string => columns.slice(0, 3).join();

/** Parses `YYYYMMDDHH`, with the minutes of another column. */
function hourOf(time: string, minutes = 0): Date | null {
  const [, year, month, day, hour] = /^(\d{4})(\d\d)(\d\d)(\d\d)$/.exec(time) ?? [];
  return year ? exactUtc([+year, +month, +day, +hour, minutes]) : null;
}

/** Whether a text is a track file. */
export function isAtcf(text: string): boolean {
  return /^\s*[A-Z]{2}, ?\d\d, ?\d{10},/.test(text);
}

/** Codes of missing winds, pressures and speeds. */
const missing = [0, -1, -9, -99, -999];

function readPoint(columns: string[], years: Map<string, number>): TrackPointRow | Ignored {
  if (columns.length < 9) throw new DataError('atcf', `expected at least 9 columns, got ${columns.length}`);
  const [basin, number, time, minutes, technique, hours, lat, lon, wind, pressure = '', kind] = columns;
  const [gust, direction, speed, name] = [20, 25, 26, 27].map((column) => columns[column]);
  const at = hourOf(time, minutesOf(technique, minutes));
  if (!at) throw new DataError('time', `expected YYYYMMDDHH, got ${excerpt(time)}`);
  const [north, east] = [tenths(lat, 'N', 'S'), tenths(lon, 'E', 'W')];
  if (north === 0 && east === 0) return new Ignored('no position'); // written after the end of a forecast
  return {
    stormId: `${basin}${number}${years.get(nameOf(columns))}`.toLowerCase(),
    technique,
    at,
    hours: neededNumber(hours, 'the forecast hour'),
    ...placeOf([foldLongitude(east), north]),
    maxWindKt: numberOf(wind, missing),
    pressureHpa: numberOf(pressure, missing),
    classification: textOf(kind),
    gustKt: numberOf(gust, missing),
    movementDirDeg: numberOf(speed, missing) === null ? null : numberOf(direction),
    movementKt: numberOf(speed, missing),
    name: textOf(name),
  };
}

/** In best tracks the fourth column is the minute of a position between hours, such as a landfall; else it is a rank. */
function minutesOf(technique: string, column: string): number {
  return technique === 'BEST' && /^[0-5]\d$/.test(column) ? Number(column) : 0;
}

/** Parses tenths of a degree: `280N` is 28.0, `5S` −0.5 and `1805W`, beyond 180°, −180.5. */
function tenths(text: string, positive: string, negative: string): number {
  const [, digits, side] = /^(\d{1,4})([NSEW])$/.exec(text) ?? [];
  if (side !== positive && side !== negative)
    throw new DataError('place', `expected tenths of a degree, got ${excerpt(text)}`);
  return (Number(digits) / 10) * (side === negative ? -1 : 1);
}
