import { DataError } from '@severe/base';
import { areaFromEsriRings, latitudeOf, longitudeOf } from '@severe/geo';
import { arrayOf, isRecord, type JsonObject, type Payload, readJson, recordOf, excerpt } from './payload.ts';
import { readGeometry } from './shapes.ts';

/** A feature with the geometry as the provider sent it. */
export interface Feature {
  id: unknown;
  properties: JsonObject;
  geometry: unknown;
}

interface Features {
  features: Feature[];
  /** Whether the server has another page. */
  more: boolean;
  /** Its address, where the server links to it (RFC 8288, `next`). */
  next: string | null;
}

/**
 * Reads the features of a GeoJSON FeatureCollection, a single Feature, or Esri JSON (`f=json` of ArcGIS). Property
 * names are converted to lower case, because ArcGIS and static files differ.
 *
 * @throws {DataError} as `readJson`, and `shape` for any other payload
 */
export function readFeatures(payload: Payload): Features {
  const value = recordOf(readJson(payload), 'features');
  if (value.type === 'Feature') return { features: [fromGeoJson(value)], more: false, next: null };
  const list = value.features;
  if (!Array.isArray(list) || (value.type !== 'FeatureCollection' && typeof value.geometryType !== 'string')) {
    throw new DataError('shape', `expected a FeatureCollection, got ${excerpt(value)}`);
  }
  const more = value.exceededTransferLimit ?? (isRecord(value.properties) && value.properties.exceededTransferLimit);
  const read = value.type === 'FeatureCollection' ? fromGeoJson : fromEsri(value);
  return { features: list.map(read), more: more === true, next: nextOf(value.links) };
}

/**
 * Reads the features of an answer that has all of them.
 *
 * @throws {DataError} as `readFeatures`, and `incomplete` for the first of several pages
 */
export function readAllFeatures(payload: Payload): Feature[] {
  const { features, more, next } = readFeatures(payload);
  if (!more && next === null) return features;
  throw new DataError('incomplete', `expected all features, got ${features.length} and a further page`);
}

function nextOf(links: unknown): string | null {
  const next = Array.isArray(links) ? links.filter(isRecord).find(({ rel }) => rel === 'next')?.href : undefined;
  return typeof next === 'string' ? next : null;
}

function fromGeoJson(value: unknown): Feature {
  const { id, properties, geometry } = isRecord(value) ? value : {};
  return { id, properties: lowerKeys(isRecord(properties) ? properties : {}), geometry };
}

/** Identifiers of Web Mercator. */
const webMercator = new Set([3857, 102100, 900913]);

function fromEsri({ spatialReference }: JsonObject): (value: unknown) => Feature {
  const { wkid, latestWkid } = isRecord(spatialReference) ? spatialReference : {};
  const place = [wkid, latestWkid].some((id) => webMercator.has(id as number)) ? unprojected : (ring: unknown) => ring;
  return (value) => {
    const { attributes, geometry } = isRecord(value) ? value : {};
    const properties = lowerKeys(isRecord(attributes) ? attributes : {});
    return {
      id: properties.objectid,
      properties,
      // Parsed on access, so that an error affects this feature only.
      get geometry() {
        return isRecord(geometry) ? readGeometry(() => shapeOf(geometry, place)) : null;
      },
    };
  };
}

function shapeOf(geometry: JsonObject, place: (positions: unknown) => unknown): unknown {
  if (geometry.rings) return areaFromEsriRings(arrayOf(geometry.rings, 'rings').map(place));
  if (geometry.paths) return { type: 'MultiLineString', coordinates: arrayOf(geometry.paths, 'paths').map(place) };
  const [position] = place([[geometry.x, geometry.y]]) as unknown[];
  return { type: 'Point', coordinates: position };
}

const halfRoundM = 20_037_508.342789244; // half the circumference of the Web Mercator sphere

function unprojected(positions: unknown): unknown {
  return arrayOf(positions, 'positions').map((position) => {
    const [x, y] = arrayOf(position, 'a position').map(Number);
    return [longitudeOf(x / halfRoundM / 2 + 0.5), latitudeOf(0.5 - y / halfRoundM / 2)];
  });
}

/** The object with lower-case names. */
export function lowerKeys(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key.toLowerCase(), value]));
}
