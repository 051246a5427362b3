import { DataError } from '@severe/base';
import { projectionOf } from '@severe/projection';
import { type Directory, tags } from '@severe/tiff/container';
import type { Geometry } from '../../../field.ts';
import { readGeoKeys } from './geo-keys.ts';
import { readSystem, systemDefaults } from './system.ts';
import { readTransform } from './transform.ts';

/** Where the pixels of an image lie as a geometry of ours, and whether its rows run from the south. */
export interface PlacedImage {
  geometry: Geometry;
  southUp: boolean;
}

/** What a pixel may be turned by, in parts of itself. */
const straight = 1e-6;

/**
 * @throws {DataError} `geotiff-place` for an image that is not placed, that is turned or bent, or whose coordinate system
 * is not surely known
 */
export function placedImage(directory: Directory, height: number): PlacedImage {
  const found = readGeoKeys(directory);
  const transform = readTransform(directory, found);
  if (!transform) {
    const points = directory.count(tags.modelTiepoint) / 6;
    if (points > 1) refuse(`it is tied to ${points} points of the ground and would have to be bent; a grid is needed`);
    refuse('it does not say where its pixels lie');
  }
  const { x0, xx, xy, y0, yx, yy } = transform;
  if (Math.abs(xy) > straight * Math.abs(xx) || Math.abs(yx) > straight * Math.abs(yy)) {
    refuse(`its rows are turned: a column leads ${xx}, ${yx}, a row ${xy}, ${yy}; rows along the axes are needed`);
  }
  if (!(xx > 0)) refuse(`its columns lead to the west (${xx} a column)`);
  const system = readSystem(found);
  if (!system) refuse('its coordinate system is not known here');
  const southUp = yy > 0;
  const north = southUp ? y0 + (height - 0.5) * yy : y0 + yy / 2;
  const place = { x0: x0 + xx / 2, y0: north, stepX: xx, stepY: Math.abs(yy) };
  if (system.geographic) {
    return {
      geometry: { kind: 'latlon', west: place.x0, north, stepLon: place.stepX, stepLat: place.stepY },
      southUp,
    };
  }
  const proj4 = withoutZones(system.definition.replace(systemDefaults, '').trim());
  return { geometry: viewOf(proj4, place) ?? { kind: 'projected', proj4, ...place }, southUp };
}

type Place = Pick<Extract<Geometry, { kind: 'projected' }>, 'x0' | 'y0' | 'stepX' | 'stepY'>;

/** The view from a satellite, for which we have a way of our own. */
function viewOf(proj4: string, { x0, y0, ...steps }: Place): Geometry | undefined {
  if (!proj4.startsWith('+proj=geos ')) return undefined;
  const numberOf = (name: string) => Number(new RegExp(`\\+${name}=(\\S+)`).exec(proj4)?.[1] ?? 0);
  const { major, minor } = projectionOf(proj4).earth;
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

/** A zone of UTM is a transverse Mercator projection, which says in its own words what it is. */
function withoutZones(proj4: string): string {
  const [words, zone, south] = /^\+proj=utm \+zone=(\d+)( \+south)?/.exec(proj4) ?? [];
  if (words === undefined) return proj4;
  const shift = `+x_0=500000 +y_0=${south ? 10_000_000 : 0}`;
  return proj4.replace(words, `+proj=tmerc +lat_0=0 +lon_0=${6 * Number(zone) - 183} +k_0=0.9996 ${shift}`);
}

function refuse(problem: string): never {
  throw new DataError('geotiff-place', `the image cannot be put on a map: ${problem}`);
}
