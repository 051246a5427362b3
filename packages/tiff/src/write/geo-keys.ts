import { DataError } from '@severe/base';
import {
  projectionFromString,
  type GeostationaryGeometry,
  type Geometry,
  type LambertGeometry,
  type ProjectedGeometry,
} from '@severe/projection';
import { geoCodes, geoKeys as keys } from '../place/geo-keys.ts';
import { tags } from '../tags.ts';
import type { Entry } from './directory.ts';

const { userDefined, projectedModel, geographicModel, pixelIsArea, wgs84, degree, metre } = geoCodes;

/** A key and its value: a code, a number of double precision, or a text. */
type Key = [key: number, value: { short: number } | { double: number } | { text: string }];

/** The georeferencing entries of a grid: tie point, size of a cell, and the GeoKeys of its coordinate system. */
export function geoEntries(geometry: Geometry): Entry[] {
  const { west, north, stepX, stepY } = cornerOf(geometry);
  return [
    { tag: tags.modelPixelScale, type: 'double', value: [stepX, stepY, 0] },
    { tag: tags.modelTiepoint, type: 'double', value: [0, 0, 0, west, north, 0] },
    ...keyEntries(keysOf(geometry)),
  ];
}

/** The outer corner of cell (0, 0); geometries give its centre. */
function cornerOf(geometry: Geometry): { west: number; north: number; stepX: number; stepY: number } {
  if (geometry.kind === 'latlon') {
    const { west, north, stepLon, stepLat } = geometry;
    return { west: west - stepLon / 2, north: north + stepLat / 2, stepX: stepLon, stepY: stepLat };
  }
  const { x0, y0, stepX, stepY } = geometry;
  return { west: x0 - stepX / 2, north: y0 + stepY / 2, stepX, stepY };
}

/** Weather grids on a sphere and on an ellipsoid are both written as WGS 84, as their providers read them. */
const latLonKeys: Key[] = [
  [keys.modelType, { short: geographicModel }],
  [keys.rasterType, { short: pixelIsArea }],
  [keys.geographicType, { short: wgs84 }],
  [keys.angularUnits, { short: degree }],
];

/** A projection method, and the key of each of its parameters. */
interface Method {
  name: string;
  code: number;
  parameters: [key: number, parameter: string, absent: number][];
}

const falseOrigin: Method['parameters'] = [
  [keys.falseOriginLon, 'lon_0', 0],
  [keys.falseOriginLat, 'lat_0', 0],
  [keys.falseOriginEasting, 'x_0', 0],
  [keys.falseOriginNorthing, 'y_0', 0],
];
const shift: Method['parameters'] = [
  [keys.falseEasting, 'x_0', 0],
  [keys.falseNorthing, 'y_0', 0],
];
const parallels: Method['parameters'] = [
  [keys.parallel1, 'lat_1', 0],
  [keys.parallel2, 'lat_2', 0],
];

/** Methods by their names in PROJ. */
const methods: Record<string, Method> = {
  lcc: { name: 'Lambert conformal conic', code: 8, parameters: [...parallels, ...falseOrigin] },
  aea: {
    name: 'Albers equal-area conic',
    code: 11,
    parameters: [...parallels, [keys.naturalOriginLon, 'lon_0', 0], [keys.naturalOriginLat, 'lat_0', 0], ...shift],
  },
  merc: {
    name: 'Mercator',
    code: 7,
    parameters: [[keys.parallel1, 'lat_ts', 0], [keys.naturalOriginLon, 'lon_0', 0], ...shift],
  },
  tmerc: {
    name: 'Transverse Mercator',
    code: 1,
    parameters: [
      [keys.naturalOriginLon, 'lon_0', 0],
      [keys.naturalOriginLat, 'lat_0', 0],
      [keys.scaleAtNaturalOrigin, 'k_0', 1],
      ...shift,
    ],
  },
  stere: {
    name: 'Polar stereographic',
    code: 15,
    parameters: [
      [keys.naturalOriginLat, 'lat_ts', 90],
      [keys.straightVerticalPoleLon, 'lon_0', 0],
      [keys.scaleAtNaturalOrigin, 'k_0', 1],
      ...shift,
    ],
  },
  laea: {
    name: 'Lambert azimuthal equal-area',
    code: 10,
    parameters: [[keys.centreLon, 'lon_0', 0], [keys.centreLat, 'lat_0', 0], ...shift],
  },
};

function keysOf(geometry: Geometry): Key[] {
  if (geometry.kind === 'latlon') return latLonKeys;
  if (geometry.kind === 'geostationary') return geostationaryKeys(geometry);
  return geometry.kind === 'lambert' ? lambertKeys(geometry) : projectedKeys(geometry);
}

/**
 * The geostationary projection, for which the standard has no codes: well-known text in a citation, which includes the PROJ
 * string, as GDAL writes and reads it. GDAL reads 511 octets of it.
 */
function geostationaryKeys({ height, lonOrigin, sweep, major, minor }: GeostationaryGeometry): Key[] {
  const flattening = major === minor ? 0 : major / (major - minor);
  const projString = `+proj=geos +lon_0=${lonOrigin} +h=${height} +a=${major} +b=${minor} +units=m +no_defs +sweep=${sweep}`;
  const parameters = { central_meridian: lonOrigin, satellite_height: height, false_easting: 0, false_northing: 0 };
  const text = [
    'PROJCS["unnamed",GEOGCS["unknown",DATUM["unnamed",SPHEROID["Spheroid"',
    `,${major},${flattening}]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],`,
    'PROJECTION["Geostationary_Satellite"],',
    ...Object.entries(parameters).map(([name, value]) => `PARAMETER["${name}",${value}],`),
    `UNIT["metre",1],EXTENSION["PROJ4","${projString}"]]`,
  ].join('');
  return [
    [keys.modelType, { short: userDefined }],
    [keys.rasterType, { short: pixelIsArea }],
    [keys.geographicType, { short: userDefined }],
    [keys.geodeticDatum, { short: userDefined }],
    [keys.angularUnits, { short: degree }],
    [keys.ellipsoid, { short: userDefined }],
    [keys.semiMajorAxis, { double: major }],
    [keys.inverseFlattening, { double: flattening }],
    [keys.projectedCitation, { text: `ESRI PE String = ${text}` }],
    [keys.linearUnits, { short: metre }],
  ];
}

function lambertKeys({ radius, lat1, lat2, latOrigin, lonOrigin }: LambertGeometry): Key[] {
  const given = { lat_1: lat1, lat_2: lat2, lat_0: latOrigin, lon_0: lonOrigin };
  return planeKeys(methods.lcc, { major: radius, minor: radius }, new Map(Object.entries(given)));
}

/** @throws {DataError} `grid` for a projection, or a variant of one, that has no keys */
function projectedKeys({ proj4 }: ProjectedGeometry): Key[] {
  const words = [...proj4.matchAll(/\+(\w+)=(\S+)/g)];
  const texts = new Map(words.map(([, name, value]) => [name, value]));
  const given = new Map(words.map(([, name, value]) => [name, Number(value)]));
  const projection = texts.get('proj') ?? '';
  if (projection === 'longlat') return latLonKeys;
  const oblique = projection === 'stere' && Math.abs(given.get('lat_0') ?? 0) !== 90;
  const inMetres = (texts.get('units') ?? 'm') === 'm' && !texts.has('to_meter');
  if (!Object.hasOwn(methods, projection) || oblique || !inMetres) {
    throw new DataError('grid', `the projection "${proj4}" cannot be written as GeoKeys`);
  }
  return planeKeys(methods[projection], projectionFromString(proj4).earth, given);
}

function planeKeys(method: Method, earth: { major: number; minor: number }, given: Map<string, number>): Key[] {
  return [
    [keys.modelType, { short: projectedModel }],
    [keys.rasterType, { short: pixelIsArea }],
    [keys.citation, { text: `${method.name} on ${earth.major === earth.minor ? 'a sphere' : 'an ellipsoid'}` }],
    [keys.geographicType, { short: userDefined }],
    [keys.geodeticDatum, { short: userDefined }],
    [keys.angularUnits, { short: degree }],
    [keys.ellipsoid, { short: userDefined }],
    [keys.semiMajorAxis, { double: earth.major }],
    [keys.semiMinorAxis, { double: earth.minor }],
    [keys.projectedType, { short: userDefined }],
    [keys.projection, { short: userDefined }],
    [keys.projectionMethod, { short: method.code }],
    [keys.linearUnits, { short: metre }],
    ...method.parameters
      .map(([key, name, absent]): Key => [key, { double: given.get(name) ?? absent }])
      .sort(([a], [b]) => a - b), // the standard requires ascending keys
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
      text += `${value.text}|`; // a bar ends a text
    }
  }
  return [
    { tag: tags.geoKeyDirectory, type: 'short', value: directory },
    ...(doubles.length > 0 ? [{ tag: tags.geoDoubleParams, type: 'double' as const, value: doubles }] : []),
    ...(text ? [{ tag: tags.geoAsciiParams, type: 'ascii' as const, value: text }] : []),
  ];
}
