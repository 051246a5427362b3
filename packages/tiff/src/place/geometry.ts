import { DataError } from '@severe/base';
import { projectionFromString, type Geometry } from '@severe/projection';
import type { Directory } from '../directory.ts';
import { tags } from '../tags.ts';
import { readGeoKeys } from './geo-keys.ts';
import { datumCodeOf, readCoordinateSystem, systemDefaults } from './coordinate-system.ts';
import { oldDatums } from './datums.ts';
import { readAffine } from './affine.ts';

/** The geometry of an image, and whether its rows start in the south. */
export interface PlacedImage {
  geometry: Geometry;
  southUp: boolean;
}

/** Tolerated rotation, relative to the size of a pixel. */
const rotationTolerance = 1e-6;

/**
 * @throws {DataError} `geotiff-place` for an image that is not georeferenced, is rotated or needs rectification, or whose
 * coordinate system is not certain
 */
export function placeImage(directory: Directory, height: number): PlacedImage {
  const geo = readGeoKeys(directory);
  const transform = readAffine(directory, geo);
  if (!transform) {
    const points = directory.count(tags.modelTiepoint) / 6;
    if (points > 1) refuse(`it has ${points} tie points and needs rectification; a regular grid is needed`);
    refuse('it is not georeferenced');
  }
  const { x0, xx, xy, y0, yx, yy } = transform;
  if (Math.abs(xy) > rotationTolerance * Math.abs(xx) || Math.abs(yx) > rotationTolerance * Math.abs(yy)) {
    refuse(`it is rotated: a column steps by ${xx}, ${yx}, a row ${xy}, ${yy}; rows along the axes are needed`);
  }
  if (!(xx > 0)) refuse(`its columns run to the west (${xx} a column)`);
  const system = readCoordinateSystem(geo);
  if (!system) refuse('its coordinate system is not supported');
  const southUp = yy > 0;
  const north = southUp ? y0 + (height - 0.5) * yy : y0 + yy / 2;
  const place = { x0: x0 + xx / 2, y0: north, stepX: xx, stepY: Math.abs(yy) };
  if (system.geographic && oldDatums[datumCodeOf(geo) ?? 0] !== undefined) {
    return { geometry: { kind: 'projected', proj4: system.definition, ...place }, southUp };
  }
  if (system.geographic) {
    return {
      geometry: { kind: 'latlon', west: place.x0, north, stepLon: place.stepX, stepLat: place.stepY },
      southUp,
    };
  }
  const proj4 = expandUtm(system.definition.replace(systemDefaults, '').trim());
  return { geometry: geostationaryOf(proj4, place) ?? { kind: 'projected', proj4, ...place }, southUp };
}

type Place = Pick<Extract<Geometry, { kind: 'projected' }>, 'x0' | 'y0' | 'stepX' | 'stepY'>;

/** The geostationary projection, which has its own kind of geometry. */
function geostationaryOf(proj4: string, { x0, y0, ...steps }: Place): Geometry | undefined {
  if (!proj4.startsWith('+proj=geos ')) return undefined;
  const numberOf = (name: string) => Number(new RegExp(`\\+${name}=(\\S+)`).exec(proj4)?.[1] ?? 0);
  const { major, minor } = projectionFromString(proj4).earth;
  return {
    kind: 'geostationary',
    height: numberOf('h'),
    lonOrigin: numberOf('lon_0'),
    sweep: proj4.includes('+sweep=x') ? 'x' : 'y',
    major,
    minor,
    x0: x0 - numberOf('x_0'),
    y0: y0 - numberOf('y_0'),
    ...steps,
  };
}

/** Replaces a UTM zone by the transverse Mercator projection that it is. */
function expandUtm(proj4: string): string {
  const [words, zone, south] = /^\+proj=utm \+zone=(\d+)( \+south)?/.exec(proj4) ?? [];
  if (words === undefined) return proj4;
  const shift = `+x_0=500000 +y_0=${south ? 10_000_000 : 0}`;
  return proj4.replace(words, `+proj=tmerc +lat_0=0 +lon_0=${6 * Number(zone) - 183} +k_0=0.9996 ${shift}`);
}

function refuse(problem: string): never {
  throw new DataError('geotiff-place', `the image cannot be put on a map: ${problem}`);
}
