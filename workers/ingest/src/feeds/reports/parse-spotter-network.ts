import { neededNumber, neededTime, numberOf, placeOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { arrayOf, isRecord, type JsonObject, type Payload, readJson, recordOf } from '../../parse/payload.ts';
import { type ReportRow, type ReportType, reportKey, reportUnits } from './row.ts';

/** Served flags of a report. One report can have several. */
const flags: Record<string, ReportType> = {
  tornado: 'tornado',
  hail: 'hail',
  wind: 'wind',
  flashflood: 'flood',
  flood: 'flood',
};

/**
 * Parses the reports of the Spotter Network, one row for each kind of weather. The name of the observer is dropped.
 *
 * @throws {DataError} for a payload without reports
 */
export function parseSpotterNetwork(payload: Payload): Parsed<ReportRow> {
  return collect(
    arrayOf(recordOf(readJson(payload), 'reports').reports, 'reports'),
    (report, i) => `report ${(isRecord(report) && textOf(report.stamp)) || i}`,
    (value) => readReport(recordOf(value, 'a report')),
  );
}

function readReport(report: JsonObject): ReportRow[] | Ignored {
  const raised = Object.keys(flags).filter((flag) => numberOf(report[flag]) === 1);
  const types = [...new Set(raised.map((flag) => flags[flag]))];
  if (types.length === 0) return new Ignored('no severe weather');
  const at = neededTime(report.stamp, 'stamp');
  const where = placeOf([neededNumber(report.lon, 'lon'), neededNumber(report.lat, 'lat')]);
  return types.map((type) => ({
    key: `spotter_network ${reportKey(type, at, where.lon, where.lat)}`,
    type,
    source: 'spotter_network',
    magnitude: magnitudeOf(type, report),
    units: reportUnits[type],
    qualifier: type === 'wind' && numberOf(report.windmeasure) === 1 ? 'measured' : null,
    at,
    receivedAt: null,
    place: null,
    county: null,
    state: null,
    wfo: null,
    reportedBy: 'Spotter Network',
    remarks: textOf(report.narrative),
    ...where,
  }));
}

/** Hail in inches, wind in mph; zero is a missing value. */
function magnitudeOf(type: ReportType, report: JsonObject): number | null {
  if (type === 'hail') return numberOf(report.hailsize, [0]);
  return type === 'wind' ? numberOf(report.windspeed, [0]) : null;
}
