import { neededNumber, neededText, pointOf, textOf } from '../../parse/fields.ts';
import { type Payload, readJson, recordOf } from '../../parse/payload.ts';
import type { GridPointRow } from './row.ts';

/** Parses `/points/{lat},{lon}`: the grid cell of a point. @throws {DataError} for any other payload */
export function parseGridPoint(payload: Payload): GridPointRow {
  const feature = recordOf(readJson(payload), 'a point');
  const properties = recordOf(feature.properties, 'properties');
  const last = (value: unknown) => textOf(value)?.replace(/^.*\//, '') ?? null;
  return {
    ...pointOf(feature.geometry),
    gridId: neededText(properties.gridId, 'gridId'),
    gridX: neededNumber(properties.gridX, 'gridX'),
    gridY: neededNumber(properties.gridY, 'gridY'),
    cwa: neededText(properties.cwa, 'cwa'),
    timezone: neededText(properties.timeZone, 'timeZone'),
    county: last(properties.county),
    zone: last(properties.forecastZone),
    radar: textOf(properties.radarStation),
  };
}
