import { DataError } from '@severe/base';
import { officeOf } from '@severe/catalogue';
import { type Bulletin, readBulletin } from '../../parse/bulletin.ts';
import { numberOf, placeOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { localTime, localTimeLine } from '../../parse/times.ts';
import { efOf, qualifierOf, type ReportRow, reportKey, reportTypeOf, reportUnits } from './row.ts';

/** The first line of an entry. The issue line is similar, but has no column gap. */
const begins = /^\d{3,4} [AP]M {2,}\S/i;

interface Entry {
  first: string;
  second: string;
  remarks: string;
}

/** `0301 PM     HAIL             1 NW FOREST CITY AIRPOR 43.24N 93.64W`, columns 1, 13, 30 and 54. */
const firstLine = /^(\d{3,4} [AP]M) +(\S.{0,16}?) +(\S.*?) +(\d{1,2}\.\d\d)N +(\d{1,3}\.\d\d)([WE])\s*$/i;

/**
 * Parses a local storm report (`LSR`): two lines of fixed columns per report, then its remarks. Times are local, in the
 * time zone of the issue line. A report without events has no rows.
 *
 * @throws {DataError} `bulletin` for another product, `time` for an unknown time zone
 */
export function parseLsr(payload: Payload, near: Date): Parsed<ReportRow> {
  const bulletin = readBulletin(payload, near);
  if (!bulletin.awips.startsWith('LSR')) {
    throw new DataError('bulletin', `expected LSR and an office, got ${excerpt(bulletin.awips)}`);
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
    if (begins.test(line)) entries.push({ first: line, second: '', remarks: '' });
    else if (entry && second) entry.second = line;
    else if (entry && line !== '') entry.remarks += `${entry.remarks && ' '}${line.trim()}`;
    second = begins.test(line);
  }
  return entries;
}

function readEntry(
  { first, second, remarks }: Entry,
  zone: string,
  { office, issuedAt }: Bulletin,
): ReportRow | Ignored {
  const [, clock, , , lat, lon, side] = firstLine.exec(first) ?? [];
  if (!clock) throw new DataError('lsr', 'expected time, event, place, latitude and longitude');
  // An event name can fill its column, so it is separated by columns, not by blanks.
  const event = first.slice(12, 29).trim();
  const type = reportTypeOf(event);
  if (!type) return new Ignored(event.toUpperCase());
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(second) ?? [];
  const at = year ? localTime([+year, +month, +day], clock, zone) : undefined;
  if (!at) throw new DataError('time', `expected MM/DD/YYYY below ${clock}, in a known zone, got ${excerpt(second)}`);
  const [, letter, size] = /^([MEU]?)(\d+(?:\.\d+)?) /i.exec(second.slice(12, 29).trim()) ?? [];
  const where = placeOf([Number(lon) * (side.toUpperCase() === 'W' ? -1 : 1), Number(lat)]);
  const reportedBy = textOf(second.slice(53));
  const surveyed = reportedBy?.toUpperCase() === 'NWS STORM SURVEY';
  return {
    key: reportKey(type, at, where.lon, where.lat),
    type,
    source: 'spc',
    magnitude: type === 'tornado' ? (surveyed ? efOf(remarks) : null) : type === 'flood' ? null : numberOf(size),
    units: reportUnits[type],
    qualifier: qualifierOf(letter),
    at,
    receivedAt: issuedAt,
    place: textOf(first.slice(29, 53)),
    county: textOf(second.slice(29, 48)),
    state: textOf(second.slice(48, 53)),
    wfo: officeOf(office),
    reportedBy,
    remarks: textOf(remarks),
    ...where,
  };
}
