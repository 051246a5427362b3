import { DataError } from '@severe/base';
import { officeOf } from '@severe/catalogue';
import type { GivenZone, ZoneKind } from '@severe/db';
import { readFeatures } from '../../parse/features.ts';
import { textOf, textsOf } from '../../parse/fields.ts';
import { readJson, recordOf, excerpt, type Payload } from '../../parse/payload.ts';
import { repairedArea } from '../../parse/shapes.ts';

/** Source of the zones of api.weather.gov. */
const zoneSource = 'NOAA/National Weather Service';

/**
 * Parses a zone of api.weather.gov, a feature with its shape.
 *
 * @throws {DataError} for any other payload, another zone, or a shape that cannot be used
 */
export function parseZone(text: string, kind: ZoneKind, ugc: string): GivenZone {
  const { type, properties: members, geometry } = recordOf(readJson(text), 'a zone');
  const properties = recordOf(members ?? {}, 'properties');
  if (type !== 'Feature' || properties.id !== ugc) {
    throw new DataError('zone', `expected the zone ${ugc}, got ${excerpt(text.slice(0, 60))}`);
  }
  const area = repairedArea(geometry);
  if (!area) throw new DataError('zone', 'expected a shape, got an empty geometry');
  const [office] = textsOf(properties.cwa);
  return {
    kind,
    ugc,
    name: textOf(properties.name) ?? ugc,
    state: textOf(properties.state) ?? ugc.slice(0, 2),
    wfo: office ? officeOf(office) : null,
    simplified: false,
    source: zoneSource,
    asOf: dateOf(properties.effectiveDate),
    shape: JSON.stringify(area),
  };
}

/**
 * Parses the codes of the forecast zones of land and sea in a list.
 *
 * @throws {DataError} for any payload that is not a list of features
 */
export function parseZoneCodes(payload: Payload): string[] {
  return readFeatures(payload).features.flatMap(({ properties }) => {
    const id = textOf(properties.id);
    return id !== null && /^[A-Z]{2}Z\d{3}$/.test(id) ? [id] : [];
  });
}

/** The date of an ISO 8601 time; null for any other value. */
function dateOf(time: unknown): string | null {
  const [, date] = /^(\d{4}-\d\d-\d\d)T/.exec(textOf(time) ?? '') ?? [];
  return date !== undefined && !Number.isNaN(Date.parse(date)) ? date : null;
}
