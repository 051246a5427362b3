import { DataError } from '@severe/base';
import { type Feature, readAllFeatures } from '../../parse/features.ts';
import { exactUtc, textOf, timeOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { repairedArea } from '../../parse/shapes.ts';
import { eroCategoryOf, type EroRow, knownCategoryOf } from './row.ts';

/**
 * Parses one day of the outlook from the static GeoJSON of WPC or from the ArcGIS layer. No feature, or one without an
 * area, means no risk.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseEro(payload: Payload, day: number): Parsed<EroRow> {
  return collect(
    readAllFeatures(payload),
    ({ properties }, i) => `day ${day}, ${textOf(properties.outlook) ?? `feature ${i}`}`,
    (feature) => readArea(feature, day),
  );
}

function readArea({ properties, geometry }: Feature, day: number): EroRow | Ignored {
  const area = repairedArea(geometry);
  const words = textOf(properties.outlook) ?? '';
  if (knownCategoryOf(words) && !geometry) throw new DataError('geometry', `expected the area of ${words}, got none`);
  if (!area) return new Ignored('no area');
  if (words === '') throw new DataError('field', `expected a category of rain, got ${excerpt(words)}`);
  const [from, to] = (textOf(properties.valid_time) ?? '').split(' - ');
  const validFrom = momentOf(properties.start_time) ?? momentOf(from);
  const validTo = momentOf(properties.end_time) ?? momentOf(to);
  if (!validFrom || !validTo) throw new DataError('time', 'expected START_TIME and END_TIME, got none');
  const issuedAt = momentOf(properties.issue_time);
  // One issued in the future would keep out every good one until then.
  if (validTo <= validFrom || (issuedAt && issuedAt >= validTo))
    throw new DataError('time', `expected an end after its start and its issue, got ${validTo.toISOString()}`);
  return {
    day,
    ...eroCategoryOf(words),
    issuedAt,
    validFrom,
    validTo,
    colour: textOf(properties.stroke),
    fill: textOf(properties.fill),
    area,
    lines: [],
  };
}

/** Parses `2026-08-18 01:00:00` or `01Z 08/18/26`, both UTC. The files began in this century. */
function momentOf(value: unknown): Date | null {
  const [, hour, month, day, year] = /^(\d\d)Z (\d\d)\/(\d\d)\/(\d\d)$/.exec(textOf(value) ?? '') ?? [];
  return hour ? exactUtc([2000 + Number(year), +month, +day, +hour]) : timeOf(value, 'a time');
}
