import { DataError, messageOf } from '@severe/base';
import { longitudeFrom } from '@severe/geo';
import type { Ellipsoid } from '../grid-definition.ts';
import type { Pair, Projection } from '../projections/projection.ts';
import { loadProj4 } from './library.ts';

/** A projection that proj4 computes. `x` and `y` are in the units of the PROJ string: metres, or degrees for `longlat`. */
export interface Proj4Projection extends Projection {
  earth: Ellipsoid;
}

/** Maximum number of cached projections. A service uses few. */
const maxCached = 64;
const cache = new Map<string, Proj4Projection>();

/**
 * The projection that a PROJ string defines, cached.
 *
 * @param definition such as `+proj=stere +lat_0=90 +lat_ts=60 +lon_0=-150 +R=6371229`
 * @throws {DataError} `grid` if proj4 does not support the string
 */
export function projectionFromString(definition: string): Proj4Projection {
  const cached = cache.get(definition);
  if (cached) return cached;
  const projection = createProjection(definition);
  if (cache.size >= maxCached) cache.clear();
  cache.set(definition, projection);
  return projection;
}

function createProjection(definition: string): Proj4Projection {
  try {
    if (!definition.startsWith('+proj=')) throw new Error('it does not begin with +proj=');
    const converter = loadProj4()(withFalseOrigin(definition));
    const { oProj } = converter;
    const earth = { major: oProj?.a ?? NaN, minor: oProj?.b ?? NaN };
    const inverse = nanIfNotFinite(converter.inverse);
    const forward = nanIfNotFinite(converter.forward);
    const name = definition.slice('+proj='.length).split(' ', 1)[0];
    return { forward: oneToOne.has(name) ? forward : withRoundTrip(forward, inverse), inverse, earth };
  } catch (error) {
    throw new DataError('grid', `the projection "${definition}" is not supported: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Projections that are one-to-one. Others may map several positions to one point far from their centre. */
const oneToOne = new Set(['aea', 'laea', 'lcc', 'longlat', 'merc', 'ob_tran', 'stere']);

/** Tolerance of `withRoundTrip`, in degrees. */
const roundTripTolerance = 1e-6;

type Convert = Projection['forward'];

/** Returns NaN for input that is not finite; proj4 throws for it. */
function nanIfNotFinite(convert: (pair: Pair) => Pair): Convert {
  return (a, b) => (Number.isFinite(a) && Number.isFinite(b) ? convert([a, b]) : [NaN, NaN]);
}

/** Checks the forward transformation: NaN if the inverse does not return the same position. */
function withRoundTrip(forward: Convert, inverse: Convert): Convert {
  return (lon, lat) => {
    const [x, y] = forward(lon, lat);
    const [returnedLon, returnedLat] = inverse(x, y);
    const lonError = longitudeFrom(lon, returnedLon) * Math.cos((lat * Math.PI) / 180);
    return Math.abs(returnedLat - lat) < roundTripTolerance && Math.abs(lonError) < roundTripTolerance
      ? [x, y]
      : [NaN, NaN];
  };
}

/** Adds `+x_0=0` and `+y_0=0` if they are absent; without them, proj4 returns NaN for some projections. */
function withFalseOrigin(definition: string): string {
  return ['+x_0', '+y_0'].reduce((text, name) => (text.includes(`${name}=`) ? text : `${text} ${name}=0`), definition);
}
