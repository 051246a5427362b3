import { DataError } from '@severe/base';
import { officeOf } from '@severe/catalogue';
import { type Bulletin, readBulletin } from '../../parse/bulletin.ts';
import { numberOf, placeOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { describeProduct } from '../../parse/products.ts';
import { localTime, localTimeLine } from '../../parse/times.ts';
import { efOf, qualifierOf, type ReportRow, reportKey, reportTypeOf, reportUnits } from './row.ts';
import { sizeOf } from './size.ts';

/** The first line of an entry. The issue line is similar, but has no column gap. */
const begins = /^\d{3,4} [AP]M {2,}\S/i;
/** The end of a first line. A line with it is an entry, even if it cannot be read. */
const hasPlace = /\d\.\d\d[NS]\s+\d{1,3}\.\d\d[EW]\s*$/i;

interface Entry {
  first: string;
  second: string;
  remarks: string;
}

/** `0301 PM     HAIL             1 NW FOREST CITY AIRPOR 43.24N 93.64W`, columns 1, 13, 30 and 54. */
const firstLine = { begin: /^(\d{3,4} [AP]M) +\S/i, end: / (\d{1,2}\.\d\d)([NS]) +(\d{1,3}\.\d\d)([WE])\s*$/i };

/**
 * Parses a local storm report (`LSR`): two lines of fixed columns per report, then its remarks. Times are local, in the
 * time zone of the issue line. A report without events has no rows.
 *
 * @throws {DataError} `bulletin` for another product, `time` for an unknown time zone
 */
export function parseLsr(payload: Payload, near: Date): Parsed<ReportRow> {
  const bulletin = readBulletin(payload, near);
  if (!bulletin.awips.startsWith('LSR')) {
    throw new DataError('bulletin', `expected LSR and an office, got ${describeProduct(bulletin.awips)}`);
  }
  const zone = localTimeLine(bulletin.text)?.zone;
  if (!zone) throw new DataError('time', 'expected the issue in local time, got none');
  return collect(
    entriesOf(bulletin.text),
    ({ first }) => first,
    (entry) => readEntry(entry, zone, bulletin),
  );
}

function entriesOf(text: string): Entry[] {
  const entries: Entry[] = [];
  let second = false;
  const [body] = text.split(/^(?:&&|\$\$)/m, 1);
  for (const line of body.split('\n')) {
    const entry = entries.at(-1);
    const isFirst = begins.test(line) || hasPlace.test(line);
    if (isFirst) entries.push({ first: line, second: '', remarks: '' });
    else if (entry && second) entry.second = line;
    else if (entry && line !== '') entry.remarks += `${entry.remarks && ' '}${line.trim()}`;
    second = isFirst;
  }
  return entries;
}

function readEntry(
  { first, second, remarks }: Entry,
  zone: string,
  { office, issuedAt }: Bulletin,
): ReportRow | Ignored {
  const [begin, clock] = firstLine.begin.exec(first) ?? [];
  const position = firstLine.end.exec(first);
  // Between them are the event and the place.
  if (!begin || !position || !/\S +\S/.test(first.slice(begin.length - 1, position.index))) {
    throw new DataError('lsr', 'expected time, event, place, latitude and longitude');
  }
  const [, lat, north, lon, side] = position;
  // An event name can fill its column, so it is separated by columns, not by blanks.
  const event = first.slice(12, 29).trim();
  const type = reportTypeOf(event);
  if (!type) return new Ignored(event.toUpperCase());
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(second) ?? [];
  const at = year ? localTime([+year, +month, +day], clock, zone) : undefined;
  if (!at) throw new DataError('time', `expected MM/DD/YYYY below ${clock}, in a known zone, got ${excerpt(second)}`);
  const measured = second.slice(12, 29).trim();
  const [, letter, size, unit] = /^([MEU]?)(\d+(?:\.\d+)?|\.\d+) +(\S+)/i.exec(measured) ?? [];
  const where = placeOf([
    Number(lon) * (side.toUpperCase() === 'W' ? -1 : 1),
    Number(lat) * (north.toUpperCase() === 'S' ? -1 : 1),
  ]);
  const { county, state, reportedBy } = columnsOf(second);
  const surveyed = reportedBy?.toUpperCase() === 'NWS STORM SURVEY';
  return {
    key: reportKey(type, at, where.lon, where.lat),
    type,
    source: 'spc',
    magnitude:
      type === 'tornado'
        ? (ratingOf(measured) ?? (surveyed ? efOf(remarks) : null))
        : sizeOf(type, numberOf(size), unit),
    units: reportUnits[type],
    qualifier: qualifierOf(letter),
    at,
    receivedAt: issuedAt,
    place: textOf(first.slice(29, 53)),
    county,
    state,
    wfo: officeOf(office),
    reportedBy,
    remarks: textOf(remarks),
    ...where,
  };
}

/** The columns at 29, 48 and 53. An entry that was edited by hand can have them elsewhere. */
function columnsOf(second: string): Pick<ReportRow, 'county' | 'state' | 'reportedBy'> {
  const state = second.slice(48, 53).trim();
  const shifted = /^(?:[A-Z]{2})?$/i.test(state) ? undefined : shiftedColumns(second.slice(29).trim());
  const columns = shifted ?? [second.slice(29, 48), state, second.slice(53)];
  return { county: textOf(columns[0]), state: textOf(columns[1]), reportedBy: textOf(columns[2]) };
}

/** County, state and source where their columns are shifted: `Queen Annes       MD   Public`. */
function shiftedColumns(text: string): string[] | undefined {
  const parts = text.split(/ {2,}/);
  const at = parts.findIndex((part, i) => i > 0 && i < parts.length - 1 && /^[A-Z]{2}$/i.test(part));
  return at < 0 ? undefined : [parts.slice(0, at).join(' '), parts[at], parts.slice(at + 1).join(' ')];
}

/** A rating in the column of magnitudes: `F1`, `EF2`; null if there is none. */
function ratingOf(measured: string): number | null {
  return numberOf(/^E?F-?([0-5])\b/i.exec(measured)?.[1]);
}
