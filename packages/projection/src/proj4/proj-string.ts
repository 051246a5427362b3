import { DataError, messageOf } from '@severe/base';
import { longitudeFrom } from '../angles.ts';
import type { Earth } from '../grid-definition.ts';
import type { Pair, Projection } from '../projections/projection.ts';
import { proj4 } from './library.ts';

/** A projection by proj4. `x` and `y` are in the units of its definition: metres, or degrees. */
export interface DefinedProjection extends Projection {
  earth: Earth;
}

/** Limit of the cache; few definitions are in use. */
const maxCached = 64;
const cache = new Map<string, DefinedProjection>();

/**
 * The projection of a PROJ string.
 *
 * @param definition such as `+proj=stere +lat_0=90 +lat_ts=60 +lon_0=-150 +R=6371229`
 * @throws {DataError} `grid` if proj4 does not support it
 */
export function projectionOf(definition: string): DefinedProjection {
  const cached = cache.get(definition);
  if (cached) return cached;
  const projection = createProjection(definition);
  if (cache.size >= maxCached) cache.clear();
  cache.set(definition, projection);
  return projection;
}

function createProjection(definition: string): DefinedProjection {
  try {
    if (!definition.startsWith('+proj=')) throw new Error('it does not begin with +proj=');
    const converter = proj4()(complete(definition));
    const { oProj } = converter;
    const earth = { major: oProj?.a ?? NaN, minor: oProj?.b ?? NaN };
    const inverse = tolerant(converter.inverse);
    const forward = tolerant(converter.forward);
    const name = definition.slice('+proj='.length).split(' ', 1)[0];
    return { forward: oneToOne.has(name) ? forward : withRoundTrip(forward, inverse), inverse, earth };
  } catch (error) {
    throw new DataError('grid', `the projection "${definition}" is not understood: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** One-to-one projections. Others may map several positions to one point far from their centre. */
const oneToOne = new Set(['aea', 'laea', 'lcc', 'longlat', 'merc', 'ob_tran', 'stere']);

/** Tolerance of a round trip, in degrees of a great circle. */
const precision = 1e-6;

type Convert = Projection['forward'];

/** Returns NaN for input that is not finite, for which proj4 throws. */
function tolerant(convert: (pair: Pair) => Pair): Convert {
  return (a, b) => (Number.isFinite(a) && Number.isFinite(b) ? convert([a, b]) : [NaN, NaN]);
}

/** Returns NaN if the inverse does not lead back to the same position. */
function withRoundTrip(forward: Convert, inverse: Convert): Convert {
  return (lon, lat) => {
    const [x, y] = forward(lon, lat);
    const [backLon, backLat] = inverse(x, y);
    const east = longitudeFrom(lon, backLon) * Math.cos((lat * Math.PI) / 180);
    return Math.abs(backLat - lat) < precision && Math.abs(east) < precision ? [x, y] : [NaN, NaN];
  };
}

/** Adds a false origin of 0 if it is left out; without one, proj4 returns NaN for some projections. */
function complete(definition: string): string {
  return ['+x_0', '+y_0'].reduce((text, name) => (text.includes(`${name}=`) ? text : `${text} ${name}=0`), definition);
}
