import { DataError } from '@severe/base';
import { areaFromEsriRings, latitudeOf, longitudeOf } from '@severe/geo';
import { arrayOf, isRecord, type JsonObject, type Payload, readJson, recordOf, shown } from './payload.ts';
import { takeShape } from './shapes.ts';

/** A GeoJSON feature, its geometry as the provider sent it. */
export interface Feature {
  id: unknown;
  properties: JsonObject;
  geometry: unknown;
}

export interface Features {
  features: Feature[];
  /** The server holds more: ask for the next page. */
  more: boolean;
}

/**
 * The features of a GeoJSON FeatureCollection, a single Feature, or the Esri JSON that ArcGIS sends for `f=json`.
 * Property names are lower case, as ArcGIS writes what the static files write in capitals.
 *
 * @throws {DataError} as `readJson`, and `shape` when it is none of these
 */
export function readFeatures(payload: Payload): Features {
  const value = recordOf(readJson(payload), 'features');
  if (value.type === 'Feature') return { features: [fromGeoJson(value)], more: false };
  const list = value.features;
  if (!Array.isArray(list) || (value.type !== 'FeatureCollection' && typeof value.geometryType !== 'string')) {
    throw new DataError('shape', `expected a FeatureCollection, got ${shown(value)}`);
  }
  const more = value.exceededTransferLimit ?? (isRecord(value.properties) && value.properties.exceededTransferLimit);
  const read = value.type === 'FeatureCollection' ? fromGeoJson : fromEsri(value);
  return { features: list.map(read), more: more === true };
}

function fromGeoJson(value: unknown): Feature {
  const { id, properties, geometry } = isRecord(value) ? value : {};
  return { id, properties: lowerKeys(isRecord(properties) ? properties : {}), geometry };
}

/** Web Mercator in its three numbers. */
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
      // Read when it is asked for, so that a broken one costs its own feature and no other.
      get geometry() {
        return isRecord(geometry) ? takeShape(() => shapeOf(geometry, place)) : null;
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

const halfRoundM = 20_037_508.342789244; // half the equator of Web Mercator's sphere

function unprojected(positions: unknown): unknown {
  return arrayOf(positions, 'positions').map((position) => {
    const [x, y] = arrayOf(position, 'a position').map(Number);
    return [longitudeOf(x / halfRoundM / 2 + 0.5), latitudeOf(0.5 - y / halfRoundM / 2)];
  });
}

/** The same under names in lower case. */
export function lowerKeys(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key.toLowerCase(), value]));
}
