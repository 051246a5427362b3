import { DataError } from '@severe/base';
import { exactUtc } from '../../parse/fields.ts';
import { excerpt, type Payload, readText } from '../../parse/payload.ts';
import { knotsOf, type Level, profileOf, type SoundingRow } from './row.ts';

/**
 * Parses soundings of the Integrated Global Radiosonde Archive, version 2: a header that begins with `#` and lines of
 * fixed columns, in tenths of a degree, tenths of m/s and pascals.
 *
 * @throws {DataError} `igra` when a header or the number of its levels is wrong
 * @see NOAA NCEI, igra2-data-format.txt
 */
export function parseIgraSoundings(payload: Payload): SoundingRow[] {
  const lines = readText(payload)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const soundings: SoundingRow[] = [];
  for (let at = 0; at < lines.length;) {
    const header = lines[at];
    const count = Number(header.slice(32, 36));
    const levels = lines.slice(at + 1, at + 1 + count);
    if (!header.startsWith('#') || levels.length < count || levels.some((line) => line.startsWith('#'))) {
      throw new DataError('igra', `expected a header and its ${count} levels, got ${excerpt(header, 40)}`);
    }
    soundings.push(readSounding(header, levels.map(readLevel)));
    at += 1 + count;
  }
  return soundings;
}

function readSounding(header: string, levels: Level[]): SoundingRow {
  const number = (from: number, to: number) => Number(header.slice(from - 1, to));
  const at = exactUtc([number(14, 17), number(19, 20), number(22, 23), number(25, 26)]);
  if (!at) throw new DataError('time', `expected a date and an hour, got ${excerpt(header.slice(13, 26))}`);
  return {
    station: header.slice(7, 12),
    source: 'igra',
    at,
    lon: number(64, 71) / 10_000,
    lat: number(56, 62) / 10_000,
    elevationM: null,
    profile: profileOf(levels),
  };
}

/** -9999 is a missing value, -8888 a value removed by quality control. */
function readLevel(line: string): Level {
  const column = (from: number, to: number, parts: number) => {
    const text = line.slice(from - 1, to).trim();
    const value = Number(text);
    return text === '' || value <= -8888 ? null : value / parts;
  };
  const temperatureC = column(23, 27, 10);
  const depression = column(35, 39, 10);
  const speed = column(47, 51, 10);
  return {
    pressureHpa: column(10, 15, 100),
    heightM: column(17, 21, 1),
    temperatureC,
    dewpointC: temperatureC === null || depression === null ? null : Math.round((temperatureC - depression) * 10) / 10,
    windDirDeg: column(41, 45, 1),
    windSpeedKt: speed === null ? null : knotsOf(speed),
  };
}
