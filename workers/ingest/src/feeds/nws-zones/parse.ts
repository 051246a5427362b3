import { DataError, messageOf } from '@severe/base';
import { officeOf } from '@severe/catalogue';
import type { Zone, ZoneKind } from '@severe/db';
import { GeometryError } from '@severe/geo';
import { mendArea } from '@severe/geo/mend-area';

/** A zone with its shape as GeoJSON text. */
export type ShapedZone = Zone & { shape: string };

/**
 * Reads a zone of api.weather.gov: a Feature with its shape.
 *
 * @throws {DataError} `zone`: something else was sent, or its shape cannot be used
 */
export function parseZone(text: string, kind: ZoneKind, ugc: string): ShapedZone {
  const { type, properties, geometry } = readFeature(text);
  if (type !== 'Feature' || properties?.id !== ugc) {
    throw new DataError('zone', `expected the zone ${ugc}, got ${JSON.stringify(text.slice(0, 60))}`);
  }
  const { name, state, cwa } = properties;
  const [office] = Array.isArray(cwa) ? (cwa as unknown[]) : [];
  return {
    kind,
    ugc,
    name: typeof name === 'string' && name !== '' ? name : ugc,
    state: typeof state === 'string' && state !== '' ? state : ugc.slice(0, 2),
    wfo: typeof office === 'string' && office !== '' ? officeOf(office) : null,
    simplified: false,
    shape: shapeOf(geometry),
  };
}

interface Feature {
  type?: unknown;
  properties?: { id?: unknown; name?: unknown; state?: unknown; cwa?: unknown };
  geometry?: unknown;
}

function readFeature(text: string): Feature {
  try {
    return (JSON.parse(text) ?? {}) as Feature;
  } catch (error) {
    throw new DataError('zone', `expected JSON: ${messageOf(error).slice(0, 80)}`, { cause: error });
  }
}

function shapeOf(geometry: unknown): string {
  try {
    const { area } = mendArea(geometry);
    if (area) return JSON.stringify(area);
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    throw new DataError('zone', `its shape: ${error.message}`, { cause: error });
  }
  throw new DataError('zone', 'its shape holds no area');
}
