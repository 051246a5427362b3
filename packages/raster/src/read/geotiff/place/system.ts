import { datums, ellipsoids } from './datums.ts';
import { keys, numberOf, type GeoKeys } from './geo-keys.ts';
import { projectedSystem } from './projected.ts';

/** A coordinate system as proj4 takes it; `geographic` ones are in degrees. */
export interface CoordinateSystem {
  definition: string;
  geographic: boolean;
}

const [projectedModel, geographicModel] = [1, 2];
const userDefined = 32767;
const [degree, metre] = [9102, 9001];

/** Not every projection of proj4 does without these; what comes later in a definition goes before them. */
export const systemDefaults = '+x_0=0 +y_0=0';

/** Linear units by their EPSG code, in metres. */
const linearUnits: Record<number, number> = { [metre]: 1, 9002: 0.3048, 9003: 1200 / 3937, 9036: 1000 };

/** Parameters that a projection method takes, by the key that has them; the first that is there counts. */
type Parameter = [name: string, keys: number[], unit?: 'length'];

const origin: Parameter[] = [
  ['lat_0', [keys.naturalOriginLat, keys.falseOriginLat, keys.centreLat]],
  ['lon_0', [keys.naturalOriginLon, keys.falseOriginLon, keys.centreLon]],
];
const centralMeridian: Parameter = origin[1];
const shift: Parameter[] = [
  ['x_0', [keys.falseEasting, keys.falseOriginEasting, keys.centreEasting], 'length'],
  ['y_0', [keys.falseNorthing, keys.falseOriginNorthing, keys.centreNorthing], 'length'],
];
const scale: Parameter = ['k_0', [keys.scaleAtNaturalOrigin, keys.scaleAtCentre]];
const parallels: Parameter[] = [
  ['lat_1', [keys.parallel1]],
  ['lat_2', [keys.parallel2]],
];
const trueScale: Parameter = ['lat_ts', [keys.parallel1]];
const poleAndTrueScale: Parameter[] = [
  ['lat_ts', [keys.naturalOriginLat, keys.parallel1]],
  ['lon_0', [keys.straightVerticalPoleLon, keys.naturalOriginLon, keys.falseOriginLon, keys.centreLon]],
];

/** Projection methods by the code of the key `projectionMethod`. */
const methods: Record<number, { name: string; parameters: Parameter[] }> = {
  1: { name: 'tmerc', parameters: [...origin, scale, ...shift] },
  7: { name: 'merc', parameters: [centralMeridian, scale, trueScale, ...shift] },
  8: { name: 'lcc', parameters: [...origin, ...parallels, ...shift] },
  9: { name: 'lcc', parameters: [...origin, ['lat_1', [keys.naturalOriginLat]], scale, ...shift] },
  10: { name: 'laea', parameters: [...origin, ...shift] },
  11: { name: 'aea', parameters: [...origin, ...parallels, ...shift] },
  12: { name: 'aeqd', parameters: [...origin, ...shift] },
  15: { name: 'stere', parameters: [...poleAndTrueScale, ...shift] },
  16: { name: 'sterea', parameters: [...origin, scale, ...shift] },
  17: { name: 'eqc', parameters: [centralMeridian, trueScale, ...shift] },
  24: { name: 'sinu', parameters: [centralMeridian, ...shift] },
  28: { name: 'cea', parameters: [centralMeridian, trueScale, ...shift] },
};

/** Where a method has two forms, the one that is not told by its parameters; undefined when they contradict it. */
const corrections: Record<string, (found: GeoKeys) => string | undefined> = {
  merc: (found) => (numberOf(found, keys.naturalOriginLat, keys.centreLat) ? undefined : ''),
  eqc: (found) => (numberOf(found, keys.naturalOriginLat, keys.centreLat) ? undefined : ''),
  stere: (found) => polarOrigin(found),
};

/**
 * The coordinate system that the keys tell of; undefined where they tell of none, or of one that is not surely known.
 *
 * @see OGC 19-008r4 (GeoTIFF 1.1), sections 7.4 to 7.6
 */
export function readSystem(found: GeoKeys): CoordinateSystem | undefined {
  const model = numberOf(found, keys.modelType);
  if (model === geographicModel) {
    const datum = datumOf(found);
    return datum === undefined ? undefined : { definition: `+proj=longlat ${datum} +no_defs`, geographic: true };
  }
  const written = satelliteView(found) ?? (model === projectedModel ? projected(found) : undefined);
  return written === undefined ? undefined : { definition: `${systemDefaults} ${written} +no_defs`, geographic: false };
}

function projected(found: GeoKeys): string | undefined {
  const unit = linearUnit(found);
  if (unit === undefined) return undefined;
  const code = numberOf(found, keys.projectedType) ?? userDefined;
  if (code !== userDefined && !found.has(keys.projectionMethod)) {
    return unit === 1 ? projectedSystem(code) : undefined; // a known system in other units contradicts itself
  }
  // Parameters that are given beside a code are the writer's own, and go before it
  const datum = datumOf(found);
  const projection = utmOf(found) ?? methodOf(found, unit);
  if (datum === undefined || projection === undefined) return undefined;
  return `${projection} ${datum}${unit === 1 ? ' +units=m' : ` +to_meter=${unit}`}`;
}

/** Codes of the key `projection`: UTM north from 16001, south from 16101. */
function utmOf(found: GeoKeys): string | undefined {
  const code = numberOf(found, keys.projection) ?? 0;
  const south = code > 16100;
  const zone = code - (south ? 16100 : 16000);
  return zone >= 1 && zone <= 60 ? `+proj=utm +zone=${zone}${south ? ' +south' : ''}` : undefined;
}

function methodOf(found: GeoKeys, unit: number): string | undefined {
  const method = methods[numberOf(found, keys.projectionMethod) ?? 0];
  if (!method || (numberOf(found, keys.angularUnits) ?? degree) !== degree) return undefined;
  const correction = corrections[method.name]?.(found) ?? (corrections[method.name] ? undefined : '');
  if (correction === undefined) return undefined;
  const told = method.parameters.flatMap(([name, candidates, kind]) => {
    const value = numberOf(found, ...candidates);
    return value === undefined ? [] : [`+${name}=${kind === 'length' ? value * unit : value}`];
  });
  return [`+proj=${method.name}`, ...told, correction].filter(Boolean).join(' ');
}

/** A polar stereographic projection is seen from the pole on the side of its parallel; a scale belongs to the pole. */
function polarOrigin(found: GeoKeys): string | undefined {
  const parallel = numberOf(found, keys.naturalOriginLat, keys.parallel1);
  if (!parallel) return undefined;
  const atPole = Math.abs(parallel) === 90;
  const factor = numberOf(found, keys.scaleAtNaturalOrigin) ?? 1;
  if (!atPole && factor !== 1) return undefined;
  return `+lat_0=${Math.sign(parallel) * 90}${atPole ? ` +k_0=${factor}` : ''}`;
}

/** The datum by its code, else the ellipsoid with the shift that is given. */
function datumOf(found: GeoKeys): string | undefined {
  const system = numberOf(found, keys.geographicType) ?? userDefined;
  if (datums[system]) return datums[system];
  if (system !== userDefined || numberOf(found, keys.primeMeridianLon)) return undefined;
  const datum = datums[(numberOf(found, keys.geodeticDatum) ?? userDefined) - 2000]; // codes of both run in parallel
  if (datum) return datum;
  const ellipsoid = ellipsoidOf(found);
  const toWgs84 = found.get(keys.toWgs84);
  return ellipsoid && Array.isArray(toWgs84) ? `${ellipsoid} +towgs84=${toWgs84.join(',')}` : ellipsoid;
}

function ellipsoidOf(found: GeoKeys): string | undefined {
  const major = numberOf(found, keys.semiMajorAxis);
  const minor = numberOf(found, keys.semiMinorAxis);
  const flattening = numberOf(found, keys.inverseFlattening);
  if (major && minor) return `+a=${major} +b=${minor}`;
  if (major && flattening) return `+a=${major} +rf=${flattening}`;
  return ellipsoids[numberOf(found, keys.ellipsoid) ?? 0];
}

function linearUnit(found: GeoKeys): number | undefined {
  const code = numberOf(found, keys.linearUnits) ?? metre;
  return code === userDefined ? numberOf(found, keys.linearUnitSize) : linearUnits[code];
}

/** Parameters of the view from a geostationary satellite, as well-known text names them, GDAL's own or Esri's. */
const viewParameters: [name: string, parameter: string][] = [
  ['lon_0', '(?:central_meridian|longitude_of_center)'],
  ['h', '(?:satellite_height|height)'],
  ['x_0', 'false_easting'],
  ['y_0', 'false_northing'],
];

/**
 * The view from a geostationary satellite, for which the standard has no codes: GDAL writes the system as well-known
 * text into a citation. Which of its mirrors scans first is told there only where it is not that of Meteosat.
 */
function satelliteView(found: GeoKeys): string | undefined {
  const text = found.get(keys.projectedCitation);
  if (typeof text !== 'string' || !text.includes('PROJECTION["Geostationary_Satellite"]')) return undefined;
  const [, major, flattening] = text.match(/SPHEROID\["[^"]*",([\d.]+),([\d.]+)/) ?? [];
  const told = viewParameters.map(([name, parameter]) => {
    const value = text.match(new RegExp(`PARAMETER\\["${parameter}",(-?[\\d.]+(?:e[+-]?\\d+)?)\\]`, 'i'))?.[1];
    return value && `+${name}=${value}`;
  });
  if (!flattening || told.includes(undefined)) return undefined;
  const shape = Number(flattening) === 0 ? `+b=${major}` : `+rf=${flattening}`; // 0 stands for a sphere
  const sweep = /\+sweep=x|PARAMETER\["Option",1/i.test(text) ? 'x' : 'y';
  return ['+proj=geos', ...told, `+sweep=${sweep}`, `+a=${major}`, shape].join(' ');
}
