import { type Feature, readFeatures } from '../../parse/features.ts';
import { neededTime, numberOf, pointOf, textOf, timeOf } from '../../parse/fields.ts';
import { collect, Ignored, newestOf, type Parsed } from '../../parse/parsed.ts';
import type { Payload } from '../../parse/payload.ts';
import { efOf, qualifierOf, type ReportRow, reportKey, reportTypeOf, reportUnits } from './row.ts';
import { sizeOf } from './size.ts';

/**
 * Parses the local storm reports of the Iowa Environmental Mesonet, `/geojson/lsr.geojson`. The last issue of a report
 * is used. Rain, snow, fog and others are ignored and counted.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseIemReports(payload: Payload): Parsed<ReportRow> {
  const parsed = collect(
    readFeatures(payload).features,
    ({ properties }, i) => `${textOf(properties.product_id) ?? 'report'} ${textOf(properties.city) ?? `feature ${i}`}`,
    readReport,
  );
  const later = (row: ReportRow, before: ReportRow) => Number(row.receivedAt) >= Number(before.receivedAt);
  return newestOf(parsed, ({ key }) => key, later, 'issued again');
}

function readReport({ properties, geometry }: Feature): ReportRow | Ignored {
  const event = textOf(properties.typetext) ?? '';
  const type = reportTypeOf(event);
  if (!type) return new Ignored(event.toUpperCase());
  const at = neededTime(properties.valid, 'valid');
  const where = pointOf(geometry);
  const remarks = textOf(properties.remark);
  const reportedBy = textOf(properties.source);
  const surveyed = reportedBy?.toUpperCase() === 'NWS STORM SURVEY';
  return {
    key: reportKey(type, at, where.lon, where.lat),
    type,
    source: 'spc',
    magnitude:
      type === 'tornado'
        ? surveyed
          ? efOf(remarks)
          : null
        : sizeOf(type, numberOf(properties.magf), textOf(properties.unit) ?? reportUnits[type] ?? undefined),
    units: reportUnits[type],
    qualifier: qualifierOf(properties.qualifier),
    at,
    receivedAt: timeOf(/^\d{12}/.exec(textOf(properties.product_id) ?? '')?.[0], 'product_id'),
    place: textOf(properties.city),
    county: textOf(properties.county),
    state: textOf(properties.st ?? properties.state),
    wfo: textOf(properties.wfo),
    reportedBy,
    remarks,
    ...where,
  };
}
