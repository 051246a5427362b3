import { DataError } from '@severe/base';
import { lookUp, neededNumber, numberOf, placeOf, textOf } from '../../parse/fields.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload, readText } from '../../parse/payload.ts';
import { nextTimeOfDay } from '../../parse/times.ts';
import { knownWord } from '../../parse/unknown-words.ts';
import { type ReportRow, type ReportType, reportKey, reportUnits } from './row.ts';

/** Report types by the second column of a table header. */
const tables: Record<string, ReportType> = { F_Scale: 'tornado', 'F-Scale': 'tornado', Size: 'hail', Speed: 'wind' };

const header = /^Time,([\w-]+),Location,County,State,Lat,Lon,Comments$/;

interface Line {
  type: ReportType;
  text: string;
  /** Whether the file ends within the line. */
  isCut: boolean;
}

/**
 * Parses the table of a day of SPC: one hazard, or three tables with their own headers. A table with only a header
 * means that there are no reports. A day begins at 12 UTC.
 *
 * @param day UTC date in the file name (`180615_rpts…` is 15 June 2018)
 * @throws {DataError} `html` for the web page of a missing day, `csv` if the first line is not a header
 */
export function parseSpcReports(payload: Payload, day: Date): Parsed<ReportRow> {
  const lines: Line[] = [];
  /** Null below the header of a table of another hazard. */
  let type: ReportType | null | undefined;
  const all = readText(payload).split(/\r?\n/);
  for (const [i, text] of all.entries()) {
    const opened = header.exec(text.trim())?.[1];
    if (lookUp(tables, opened) || (opened && type !== undefined)) type = knownWord(tables, opened, 'header') ?? null;
    else if (type === undefined)
      throw new DataError('csv', `expected a header of SPC reports, got ${excerpt(text, 80)}`);
    else if (type && text.trim() !== '') lines.push({ type, text, isCut: i === all.length - 1 });
  }
  return collect(
    lines,
    ({ text }) => text.slice(0, 60),
    (line) => readLine(line, day),
  );
}

function readLine({ type, text, isCut }: Line, day: Date): ReportRow {
  if (isCut) throw new DataError('csv', 'expected a whole line, got the end of the file');
  // Comments are the last column and can contain unquoted commas.
  const [time, size, place, county, state, lat, lon, ...comments] = text.split(',');
  const at = momentOf(time, day);
  const where = placeOf([neededNumber(lon, 'Lon'), neededNumber(lat, 'Lat')]);
  const remarks = comments.join(',').trim();
  const wfo = /\(([A-Z]{3})\)$/.exec(remarks)?.[1] ?? null;
  return {
    key: reportKey(type, at, where.lon, where.lat),
    type,
    source: 'spc',
    magnitude: magnitudeOf(type, size),
    units: reportUnits[type],
    qualifier: null,
    at,
    receivedAt: null,
    place: textOf(place),
    county: textOf(county),
    state: textOf(state),
    wfo,
    reportedBy: null,
    remarks: textOf(remarks.replace(/\([A-Z]{3}\)$/, '')),
    ...where,
  };
}

/**
 * Hail is in hundredths of an inch, as `175`, or in inches if it is written with a point; wind in mph, tornadoes as `EF1`. `UNK`,
 * zero and less are missing values.
 */
function magnitudeOf(type: ReportType, text: string): number | null {
  if (type === 'tornado') return numberOf(/^E?F-?([0-5])$/i.exec(text.trim())?.[1]);
  const number = numberOf(text);
  if (number === null || number <= 0) return null;
  return type === 'hail' && !text.includes('.') ? number / 100 : number;
}

/** A time of the day that begins at 12 UTC: times before 12 are of the next date. */
function momentOf(time: string, day: Date): Date {
  return nextTimeOfDay(time.trim(), new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 12)));
}
