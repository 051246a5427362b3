import { DataError } from '@severe/base';
import { type Feature, readAllFeatures } from '../../parse/features.ts';
import { neededTime, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { repairedArea } from '../../parse/shapes.ts';
import { knownRiskOf, type OutlookRow, type OutlookType, riskOf } from './row.ts';

/** Identifies a static file of SPC, which has day and type only in its URL. */
interface OutlookFile {
  day: number;
  type: OutlookType;
}

/**
 * Parses an outlook from the static GeoJSON of SPC or from its ArcGIS mirror (GeoJSON or Esri JSON). No feature, or one
 * without an area, means no risk: no rows and nothing refused.
 *
 * @throws {DataError} for any other payload; SPC sends a web page (`html`) for a missing product
 */
export function parseOutlook(payload: Payload, file: OutlookFile): Parsed<OutlookRow> {
  const features = readAllFeatures(payload);
  return collect(
    features,
    ({ properties }, i) => `${file.type} day ${file.day}, ${textOf(properties.label) ?? `feature ${i}`}`,
    (feature) => readArea(feature, file),
  );
}

function readArea({ properties, geometry }: Feature, { day, type }: OutlookFile): OutlookRow | Ignored {
  const area = repairedArea(geometry);
  const label = textOf(properties.label);
  // "No risk" has an empty geometry and no label, or says so in words. A risk without a shape is an error.
  if (label !== null && knownRiskOf(label, day) && !geometry)
    throw new DataError('geometry', `expected the area of ${label}, got none`);
  if (!area) return new Ignored('no area');
  if (label === null)
    throw new DataError('field', `expected a risk, a probability or a hatching, got ${excerpt(label)}`);
  const risk = riskOf(label, day);
  const idp = /^day(\d)/.exec(textOf(properties.idp_source) ?? '');
  if (idp && Number(idp[1]) !== day) throw new DataError('field', `expected day ${day}, got ${idp.input}`);
  return {
    day,
    type,
    ...risk,
    issuedAt: neededTime(properties.issue_iso ?? properties.issue, 'ISSUE'),
    validFrom: neededTime(properties.valid_iso ?? properties.valid, 'VALID'),
    validTo: neededTime(properties.expire_iso ?? properties.expire, 'EXPIRE'),
    colour: textOf(properties.stroke),
    fill: textOf(properties.fill),
    area,
  };
}
