/** Numbers of the GeoKeys that are read or written. */
import type { Directory } from '../directory.ts';
import { tags } from '../tags.ts';
export const geoKeys = {
  modelType: 1024,
  rasterType: 1025,
  citation: 1026,
  geographicType: 2048,
  geodeticDatum: 2050,
  angularUnits: 2054,
  ellipsoid: 2056,
  semiMajorAxis: 2057,
  semiMinorAxis: 2058,
  inverseFlattening: 2059,
  primeMeridianLon: 2061,
  toWgs84: 2062,
  projectedType: 3072,
  projectedCitation: 3073,
  projection: 3074,
  projectionMethod: 3075,
  linearUnits: 3076,
  linearUnitSize: 3077,
  parallel1: 3078,
  parallel2: 3079,
  naturalOriginLon: 3080,
  naturalOriginLat: 3081,
  falseEasting: 3082,
  falseNorthing: 3083,
  falseOriginLon: 3084,
  falseOriginLat: 3085,
  falseOriginEasting: 3086,
  falseOriginNorthing: 3087,
  centreLon: 3088,
  centreLat: 3089,
  centreEasting: 3090,
  centreNorthing: 3091,
  scaleAtNaturalOrigin: 3092,
  scaleAtCentre: 3093,
  straightVerticalPoleLon: 3095,
} as const;

/** Codes of key values. */
export const geoCodes = {
  userDefined: 32767,
  projectedModel: 1,
  geographicModel: 2,
  pixelIsArea: 1,
  pixelIsPoint: 2,
  wgs84: 4326,
  degree: 9102,
  metre: 9001,
} as const;

/** The GeoKeys of an image: numbers, or a text. */
export type GeoKeys = Map<number, number[] | string>;

/**
 * Reads the GeoKey directory, which points into the tags of doubles and texts. Keys that point outside of them are ignored.
 *
 * @see OGC 19-008r4 (GeoTIFF 1.1), section 7.1
 */
export function readGeoKeys(directory: Directory): GeoKeys {
  const list = directory.numbers(tags.geoKeyDirectory);
  const doubles = directory.numbers(tags.geoDoubleParams);
  const texts = Buffer.from(directory.bytes(tags.geoAsciiParams) ?? []).toString('latin1');
  const geo: GeoKeys = new Map();
  const count = Math.min(list[3] ?? 0, Math.floor((list.length - 4) / 4));
  for (let i = 1; i <= count; i++) {
    const [key, location, length, value] = list.slice(i * 4, i * 4 + 4);
    if (location === 0) geo.set(key, [value]);
    else if (location === tags.geoDoubleParams && value + length <= doubles.length) {
      geo.set(key, doubles.slice(value, value + length));
    } else if (location === tags.geoAsciiParams && value + length <= texts.length) {
      geo.set(key, texts.slice(value, value + length).replace(/(?<![|\0])[|\0]+$/, ''));
    }
  }
  return geo;
}

/** The first number of the first key that is present. */
export function numberOf(geo: GeoKeys, ...candidates: number[]): number | undefined {
  for (const key of candidates) {
    const value = geo.get(key);
    if (Array.isArray(value) && value.length > 0) return value[0];
  }
  return undefined;
}
