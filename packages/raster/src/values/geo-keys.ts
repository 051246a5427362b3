import type { Geometry, LambertGeometry } from '../field.ts';
import type { Entry } from './ifd.ts';
import { tags } from './tiff.ts';

/** Codes of OGC 19-008r4 that we write. */
const keys = {
  modelType: 1024,
  rasterType: 1025,
  citation: 1026,
  geographicType: 2048,
  geodeticDatum: 2050,
  angularUnits: 2054,
  ellipsoid: 2056,
  semiMajorAxis: 2057,
  semiMinorAxis: 2058,
  projectedType: 3072,
  projection: 3074,
  projectionMethod: 3075,
  linearUnits: 3076,
  parallel1: 3078,
  parallel2: 3079,
  falseOriginLon: 3084,
  falseOriginLat: 3085,
  falseOriginEasting: 3086,
  falseOriginNorthing: 3087,
} as const;

const userDefined = 32767;
const [projected, geographic] = [1, 2];
const pixelIsArea = 1;
const wgs84 = 4326;
const degree = 9102;
const metre = 9001;
const lambertTwoParallels = 8;

/** A key and its value: a code, a number of double precision, or a text. */
type Key = [key: number, value: { short: number } | { double: number } | { text: string }];

/** The tags that say where a grid lies: tie point, size of a cell, and the keys of its coordinate system. */
export function geoEntries(geometry: Geometry): Entry[] {
  const { west, north, stepX, stepY } = cornerOf(geometry);
  return [
    { tag: tags.modelPixelScale, type: 'double', value: [stepX, stepY, 0] },
    { tag: tags.modelTiepoint, type: 'double', value: [0, 0, 0, west, north, 0] },
    ...keyEntries(geometry.kind === 'latlon' ? latLonKeys : lambertKeys(geometry)),
  ];
}

/** The outer corner of cell (0, 0) in the units of the coordinate system; our geometries name its centre. */
function cornerOf(geometry: Geometry): { west: number; north: number; stepX: number; stepY: number } {
  if (geometry.kind === 'latlon') {
    const { west, north, stepLon, stepLat } = geometry;
    return { west: west - stepLon / 2, north: north + stepLat / 2, stepX: stepLon, stepY: stepLat };
  }
  const { x0, y0, stepX, stepY } = geometry;
  return { west: x0 - stepX / 2, north: y0 + stepY / 2, stepX, stepY };
}

/** Weather grids on a sphere and on an ellipsoid are both meant to be read as WGS 84, as their providers do. */
const latLonKeys: Key[] = [
  [keys.modelType, { short: geographic }],
  [keys.rasterType, { short: pixelIsArea }],
  [keys.geographicType, { short: wgs84 }],
  [keys.angularUnits, { short: degree }],
];

function lambertKeys({ radius, lat1, lat2, latOrigin, lonOrigin }: LambertGeometry): Key[] {
  return [
    [keys.modelType, { short: projected }],
    [keys.rasterType, { short: pixelIsArea }],
    [keys.citation, { text: 'Lambert conformal conic on a sphere' }],
    [keys.geographicType, { short: userDefined }],
    [keys.geodeticDatum, { short: userDefined }],
    [keys.angularUnits, { short: degree }],
    [keys.ellipsoid, { short: userDefined }],
    [keys.semiMajorAxis, { double: radius }],
    [keys.semiMinorAxis, { double: radius }],
    [keys.projectedType, { short: userDefined }],
    [keys.projection, { short: userDefined }],
    [keys.projectionMethod, { short: lambertTwoParallels }],
    [keys.linearUnits, { short: metre }],
    [keys.parallel1, { double: lat1 }],
    [keys.parallel2, { double: lat2 }],
    [keys.falseOriginLon, { double: lonOrigin }],
    [keys.falseOriginLat, { double: latOrigin }],
    [keys.falseOriginEasting, { double: 0 }],
    [keys.falseOriginNorthing, { double: 0 }],
  ];
}

/** Keys as the three tags of the standard: a directory of shorts that points into doubles and texts. */
function keyEntries(list: Key[]): Entry[] {
  const directory = [1, 1, 0, list.length]; // version 1, revision 1.0
  const doubles: number[] = [];
  let text = '';
  for (const [key, value] of list) {
    if ('short' in value) directory.push(key, 0, 1, value.short);
    else if ('double' in value) directory.push(key, tags.geoDoubleParams, 1, doubles.push(value.double) - 1);
    else {
      directory.push(key, tags.geoAsciiParams, value.text.length + 1, text.length);
      text += `${value.text}|`; // the bar stands for the end of a text
    }
  }
  return [
    { tag: tags.geoKeyDirectory, type: 'short', value: directory },
    ...(doubles.length > 0 ? [{ tag: tags.geoDoubleParams, type: 'double' as const, value: doubles }] : []),
    ...(text ? [{ tag: tags.geoAsciiParams, type: 'ascii' as const, value: text }] : []),
  ];
}
