import { DataError } from '@severe/base';
import { exactUtc, numberOf } from '../../parse/fields.ts';
import { excerpt, type Payload, readText } from '../../parse/payload.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { knotsOf, type Level, nominalHour, profileOf, type SoundingRow } from './row.ts';

/** Whether a text is an archive file: a header with station and date. */
export function isIgra(text: string): boolean {
  return /^\s*#[A-Z]{2}[A-Z0-9-]{9} \d{4} /.test(text);
}

/**
 * Parses soundings of the Integrated Global Radiosonde Archive, version 2: a header that begins with `#` and lines of
 * fixed columns, in tenths of a degree, tenths of m/s and pascals. Excerpts of the archive may have fewer levels than the
 * header says.
 *
 * @throws {DataError} `igra` for a line outside a sounding
 * @see NOAA NCEI, igra2-data-format.txt
 */
export function parseIgraSoundings(payload: Payload): Parsed<SoundingRow> {
  const soundings: { header: string; lines: string[] }[] = [];
  for (const line of readText(payload).split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const current = soundings.at(-1);
    if (line.startsWith('#')) soundings.push({ header: line, lines: [] });
    else if (current) current.lines.push(line);
    else throw new DataError('igra', `expected a header, got ${excerpt(line, 40)}`);
  }
  return collect(
    soundings,
    ({ header }) => header.slice(1, 26),
    ({ header, lines }) => {
      const count = Number(header.slice(32, 36));
      if (!(lines.length <= count)) {
        throw new DataError('igra', `expected at most ${count} levels, got ${lines.length}`);
      }
      const sounding = readSounding(header, lines.map(readLevel));
      return sounding.profile.pressureHpa.length > 0 ? sounding : new Ignored('no levels with a pressure');
    },
  );
}

function readSounding(header: string, levels: Level[]): SoundingRow {
  const number = (from: number, to: number) => Number(header.slice(from - 1, to));
  const degrees = (from: number, to: number) => {
    const value = numberOf(header.slice(from - 1, to));
    return value === null ? null : value / 10_000;
  };
  const at = timeOfSounding(header, [number(14, 17), number(19, 20), number(22, 23)]);
  if (!at) throw new DataError('time', `expected a date and an hour, got ${excerpt(header.slice(13, 26))}`);
  return {
    station: header.slice(7, 12),
    source: 'igra',
    at,
    lon: degrees(64, 71),
    lat: degrees(56, 62),
    elevationM: null,
    profile: profileOf(levels),
  };
}

/** The nominal hour; `99` if it is missing, and then it is that of the release, `HHMM`, of which the minute can be `99` too. */
function timeOfSounding(header: string, day: number[]): Date | null {
  const hour = Number(header.slice(24, 26));
  if (hour !== 99) return exactUtc([...day, hour]);
  const minute = Number(header.slice(29, 31));
  const release = exactUtc([...day, Number(header.slice(27, 29)), minute === 99 ? 0 : minute]);
  return release && nominalHour(release);
}

/** -9999 is a missing value, -8888 a value removed by quality control. Anything but a number is missing too. */
function readLevel(line: string): Level {
  if (!/^[1-3][0-2]/.test(line)) throw new DataError('igra', `expected a type of level, got ${excerpt(line, 40)}`);
  const column = (from: number, to: number, parts: number) => {
    const value = numberOf(line.slice(from - 1, to));
    return value === null || value <= -8888 ? null : value / parts;
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
