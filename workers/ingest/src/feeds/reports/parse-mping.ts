import { neededNumber, neededTime, pointOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { arrayOf, isRecord, type Payload, readJson, recordOf } from '../../parse/payload.ts';
import { noteUnknownWord } from '../../parse/unknown-words.ts';
import { type ReportRow, type ReportType, reportUnits } from './row.ts';

const types: [RegExp, ReportType][] = [
  [/^tornado/i, 'tornado'],
  [/^hail/i, 'hail'],
  [/^wind damage/i, 'wind'],
  [/^flood/i, 'flood'],
];

/** Categories that are not served. */
const notServed = /^(?:none|null|test|rain|snow|drizzle|reduced visibility|winter|mudslide|landslide|dust)/i;

interface MpingPage extends Parsed<ReportRow> {
  /** URL of the next page; null after the last. */
  next: string | null;
}

/**
 * Parses a page of reports of the mPING app, `/mping/api/v2/reports`. Sizes are classes such as coins, so no report has
 * a magnitude. Rain, snow, fog and "none" are ignored and counted.
 *
 * @throws {DataError} for a payload without results
 */
export function parseMping(payload: Payload): MpingPage {
  const { results, next } = recordOf(readJson(payload), 'reports');
  const parsed = collect(
    arrayOf(results, 'results'),
    (report, i) => `report ${(isRecord(report) && textOf(report.id)) || i}`,
    readReport,
  );
  return { ...parsed, next: textOf(next) };
}

function readReport(value: unknown): ReportRow | Ignored {
  const report = recordOf(value, 'a report');
  const category = textOf(report.category) ?? '';
  const type = types.find(([pattern]) => pattern.test(category))?.[1];
  if (!type && category !== '' && !notServed.test(category)) noteUnknownWord('category', category);
  if (!type) return new Ignored(category);
  return {
    key: `mping ${neededNumber(report.id, 'id')}`,
    type,
    source: 'mping',
    magnitude: null,
    units: reportUnits[type],
    qualifier: null,
    at: neededTime(report.obtime, 'obtime'),
    receivedAt: null,
    place: null,
    county: null,
    state: null,
    wfo: null,
    reportedBy: null,
    remarks: textOf(report.description),
    ...pointOf(report.geom),
  };
}
