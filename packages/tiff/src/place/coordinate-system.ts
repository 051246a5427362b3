import { metresPerFoot } from '@severe/geo';
import { datums, ellipsoids } from './datums.ts';
import { geoCodes, geoKeys, numberOf, type GeoKeys } from './geo-keys.ts';
import { datumOfProjected, projectedSystem } from './projected-systems.ts';

/** A coordinate system as PROJ parameters; geographic ones are in degrees. */
export interface CoordinateSystem {
  definition: string;
  geographic: boolean;
}

const { projectedModel, geographicModel, userDefined, degree, metre } = geoCodes;

/** Some projections of proj4 require these. Later parameters of a definition override them. */
export const systemDefaults = '+x_0=0 +y_0=0';

/** Linear units by EPSG code, in metres. */
const linearUnits: Record<number, number> = { [metre]: 1, 9002: metresPerFoot, 9003: 1200 / 3937, 9036: 1000 };

/** A parameter of a projection method, and the keys that may hold it; the first that is present counts. */
type Parameter = [name: string, keys: number[], unit?: 'length'];

const origin: Parameter[] = [
  ['lat_0', [geoKeys.naturalOriginLat, geoKeys.falseOriginLat, geoKeys.centreLat]],
  ['lon_0', [geoKeys.naturalOriginLon, geoKeys.falseOriginLon, geoKeys.centreLon]],
];
const centralMeridian: Parameter = origin[1];
const shift: Parameter[] = [
  ['x_0', [geoKeys.falseEasting, geoKeys.falseOriginEasting, geoKeys.centreEasting], 'length'],
  ['y_0', [geoKeys.falseNorthing, geoKeys.falseOriginNorthing, geoKeys.centreNorthing], 'length'],
];
const scale: Parameter = ['k_0', [geoKeys.scaleAtNaturalOrigin, geoKeys.scaleAtCentre]];
const parallels: Parameter[] = [
  ['lat_1', [geoKeys.parallel1]],
  ['lat_2', [geoKeys.parallel2]],
];
const trueScale: Parameter = ['lat_ts', [geoKeys.parallel1]];
const poleAndTrueScale: Parameter[] = [
  ['lat_ts', [geoKeys.naturalOriginLat, geoKeys.parallel1]],
  ['lon_0', [geoKeys.straightVerticalPoleLon, geoKeys.naturalOriginLon, geoKeys.falseOriginLon, geoKeys.centreLon]],
];

/** Projection methods by code of the key `projectionMethod`. */
const methods: Record<number, { name: string; parameters: Parameter[] }> = {
  1: { name: 'tmerc', parameters: [...origin, scale, ...shift] },
  7: { name: 'merc', parameters: [centralMeridian, scale, trueScale, ...shift] },
  8: { name: 'lcc', parameters: [...origin, ...parallels, ...shift] },
  9: { name: 'lcc', parameters: [...origin, ['lat_1', [geoKeys.naturalOriginLat]], scale, ...shift] },
  10: { name: 'laea', parameters: [...origin, ...shift] },
  11: { name: 'aea', parameters: [...origin, ...parallels, ...shift] },
  12: { name: 'aeqd', parameters: [...origin, ...shift] },
  15: { name: 'stere', parameters: [...poleAndTrueScale, ...shift] },
  16: { name: 'sterea', parameters: [...origin, scale, ...shift] },
  17: { name: 'eqc', parameters: [centralMeridian, trueScale, ...shift] },
  24: { name: 'sinu', parameters: [centralMeridian, ...shift] },
  28: { name: 'cea', parameters: [centralMeridian, trueScale, ...shift] },
};

/** Extra parameters of methods that have two variants; undefined if the keys contradict the supported variant. */
const corrections: Record<string, (geo: GeoKeys) => string | undefined> = {
  merc: (geo) => (numberOf(geo, geoKeys.naturalOriginLat, geoKeys.centreLat) ? undefined : ''),
  eqc: (geo) => (numberOf(geo, geoKeys.naturalOriginLat, geoKeys.centreLat) ? undefined : ''),
  stere: (geo) => polarOrigin(geo),
};

/**
 * The coordinate system that the keys define; undefined if there is none, or it is not certain.
 *
 * @see OGC 19-008r4 (GeoTIFF 1.1), sections 7.4 to 7.6
 */
export function readCoordinateSystem(geo: GeoKeys): CoordinateSystem | undefined {
  const model = numberOf(geo, geoKeys.modelType);
  if (model === geographicModel) {
    const datum = datumOf(geo);
    return datum === undefined ? undefined : { definition: `+proj=longlat ${datum} +no_defs`, geographic: true };
  }
  const definition = geostationary(geo) ?? (model === projectedModel ? projected(geo) : undefined);
  return definition === undefined
    ? undefined
    : { definition: `${systemDefaults} ${definition} +no_defs`, geographic: false };
}

/**
 * The EPSG code of the geographic system whose datum the keys name; undefined if they describe it otherwise.
 *
 * @see OGC 19-008r4 (GeoTIFF 1.1), section 7.5.2
 */
export function datumCodeOf(geo: GeoKeys): number | undefined {
  const named = (key: number) => {
    const code = numberOf(geo, key) ?? userDefined;
    return code === userDefined ? undefined : code;
  };
  const system = named(geoKeys.geographicType);
  if (system !== undefined) return system;
  const datum = named(geoKeys.geodeticDatum);
  if (datum !== undefined) return datum - 2000; // EPSG codes of both differ by 2000
  const projectedCode = named(geoKeys.projectedType);
  return projectedCode === undefined ? undefined : datumOfProjected(projectedCode);
}

function projected(geo: GeoKeys): string | undefined {
  const unit = linearUnit(geo);
  if (unit === undefined) return undefined;
  const code = numberOf(geo, geoKeys.projectedType) ?? userDefined;
  if (code !== userDefined && !geo.has(geoKeys.projectionMethod)) {
    return unit === 1 ? projectedSystem(code) : undefined; // an EPSG system in other units contradicts itself
  }
  // Parameters beside a code take precedence over it
  const datum = datumOf(geo);
  const projection = utmOf(geo) ?? methodOf(geo, unit);
  if (datum === undefined || projection === undefined) return undefined;
  return `${projection} ${datum}${unit === 1 ? ' +units=m' : ` +to_meter=${unit}`}`;
}

/** UTM by codes of the key `projection`: north from 16001, south from 16101. */
function utmOf(geo: GeoKeys): string | undefined {
  const code = numberOf(geo, geoKeys.projection) ?? 0;
  const south = code > 16100;
  const zone = code - (south ? 16100 : 16000);
  return zone >= 1 && zone <= 60 ? `+proj=utm +zone=${zone}${south ? ' +south' : ''}` : undefined;
}

function methodOf(geo: GeoKeys, unit: number): string | undefined {
  const method = methods[numberOf(geo, geoKeys.projectionMethod) ?? 0];
  if (!method || (numberOf(geo, geoKeys.angularUnits) ?? degree) !== degree) return undefined;
  const correction = corrections[method.name]?.(geo) ?? (corrections[method.name] ? undefined : '');
  if (correction === undefined) return undefined;
  const parameters = method.parameters.flatMap(([name, candidates, kind]) => {
    const value = numberOf(geo, ...candidates);
    return value === undefined ? [] : [`+${name}=${kind === 'length' ? value * unit : value}`];
  });
  return [`+proj=${method.name}`, ...parameters, correction].filter(Boolean).join(' ');
}

/** A polar stereographic projection is centred on the pole of its parallel's hemisphere; a scale applies at the pole. */
function polarOrigin(geo: GeoKeys): string | undefined {
  const parallel = numberOf(geo, geoKeys.naturalOriginLat, geoKeys.parallel1);
  if (!parallel) return undefined;
  const atPole = Math.abs(parallel) === 90;
  const factor = numberOf(geo, geoKeys.scaleAtNaturalOrigin) ?? 1;
  if (!atPole && factor !== 1) return undefined;
  return `+lat_0=${Math.sign(parallel) * 90}${atPole ? ` +k_0=${factor}` : ''}`;
}

/** The datum by its code, else the ellipsoid with its shift. */
function datumOf(geo: GeoKeys): string | undefined {
  const system = numberOf(geo, geoKeys.geographicType) ?? userDefined;
  if (datums[system]) return datums[system];
  if (system !== userDefined || numberOf(geo, geoKeys.primeMeridianLon)) return undefined;
  const datum = datums[(numberOf(geo, geoKeys.geodeticDatum) ?? userDefined) - 2000]; // EPSG codes of both differ by 2000
  if (datum) return datum;
  const ellipsoid = ellipsoidOf(geo);
  const toWgs84 = geo.get(geoKeys.toWgs84);
  return ellipsoid && Array.isArray(toWgs84) ? `${ellipsoid} +towgs84=${toWgs84.join(',')}` : ellipsoid;
}

function ellipsoidOf(geo: GeoKeys): string | undefined {
  const major = numberOf(geo, geoKeys.semiMajorAxis);
  const minor = numberOf(geo, geoKeys.semiMinorAxis);
  const flattening = numberOf(geo, geoKeys.inverseFlattening);
  if (major && minor) return `+a=${major} +b=${minor}`;
  if (major && flattening) return `+a=${major} +rf=${flattening}`;
  return ellipsoids[numberOf(geo, geoKeys.ellipsoid) ?? 0];
}

function linearUnit(geo: GeoKeys): number | undefined {
  const code = numberOf(geo, geoKeys.linearUnits) ?? metre;
  return code === userDefined ? numberOf(geo, geoKeys.linearUnitSize) : linearUnits[code];
}

/** Parameters of the geostationary projection by their names in well-known text, of GDAL or Esri. */
const geostationaryParameters: [name: string, parameter: string][] = [
  ['lon_0', '(?:central_meridian|longitude_of_center)'],
  ['h', '(?:satellite_height|height)'],
  ['x_0', 'false_easting'],
  ['y_0', 'false_northing'],
];

/**
 * The geostationary projection, for which the standard has no codes: GDAL writes the system as well-known text into a
 * citation. The text states the sweep axis only if it is not that of Meteosat.
 */
function geostationary(geo: GeoKeys): string | undefined {
  const text = geo.get(geoKeys.projectedCitation);
  if (typeof text !== 'string' || !text.includes('PROJECTION["Geostationary_Satellite"]')) return undefined;
  const [, major, flattening] = text.match(/SPHEROID\["[^"]*",([\d.]+),([\d.]+)/) ?? [];
  const parameters = geostationaryParameters.map(([name, parameter]) => {
    const value = text.match(new RegExp(`PARAMETER\\["${parameter}",(-?[\\d.]+(?:e[+-]?\\d+)?)\\]`, 'i'))?.[1];
    return value && `+${name}=${value}`;
  });
  if (!flattening || parameters.includes(undefined)) return undefined;
  const shape = Number(flattening) === 0 ? `+b=${major}` : `+rf=${flattening}`; // 0 means a sphere
  const sweep = /\+sweep=x|PARAMETER\["Option",1/i.test(text) ? 'x' : 'y';
  return ['+proj=geos', ...parameters, `+sweep=${sweep}`, `+a=${major}`, shape].join(' ');
}
