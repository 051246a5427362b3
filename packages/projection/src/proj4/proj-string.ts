import { DataError, messageOf } from '@severe/base';
import { longitudeFrom } from '../angles.ts';
import type { Earth } from '../grid-definition.ts';
import type { Pair, Projection } from '../projections/projection.ts';
import { proj4 } from './library.ts';

/** A projection by proj4. `x` and `y` are in the units of its definition: metres, or degrees. */
export interface DefinedProjection extends Projection {
  earth: Earth;
}

/** Definitions in use are few; more than these are not kept. */
const mostKept = 64;
const kept = new Map<string, DefinedProjection>();

/**
 * The projection that a definition describes.
 *
 * @param definition in the words of PROJ, such as `+proj=stere +lat_0=90 +lat_ts=60 +lon_0=-150 +R=6371229`
 * @throws {DataError} `grid` for one that is not understood
 */
export function projectionOf(definition: string): DefinedProjection {
  const known = kept.get(definition);
  if (known) return known;
  const made = makeProjection(definition);
  if (kept.size >= mostKept) kept.clear();
  kept.set(definition, made);
  return made;
}

function makeProjection(definition: string): DefinedProjection {
  try {
    if (!definition.startsWith('+proj=')) throw new Error('it does not begin with +proj=');
    const converter = proj4()(complete(definition));
    const { oProj } = converter;
    const earth = { major: oProj?.a ?? NaN, minor: oProj?.b ?? NaN };
    const inverse = answering(converter.inverse);
    const forward = answering(converter.forward);
    const name = definition.slice('+proj='.length).split(' ', 1)[0];
    return { forward: oneToOne.has(name) ? forward : returning(forward, inverse), inverse, earth };
  } catch (error) {
    throw new DataError('grid', `the projection "${definition}" is not understood: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Projections that never put two places on one: what others say far from their middle need not be true. */
const oneToOne = new Set(['aea', 'laea', 'lcc', 'longlat', 'merc', 'ob_tran', 'stere']);

/** Of places that come back, in degrees of a great circle. */
const precision = 1e-6;

type Convert = Projection['forward'];

/** Has no answer to what is no number, where proj4 throws. */
function answering(convert: (pair: Pair) => Pair): Convert {
  return (a, b) => (Number.isFinite(a) && Number.isFinite(b) ? convert([a, b]) : [NaN, NaN]);
}

/** Has no answer where the way back does not lead to the same place. */
function returning(forward: Convert, inverse: Convert): Convert {
  return (lon, lat) => {
    const [x, y] = forward(lon, lat);
    const [backLon, backLat] = inverse(x, y);
    const east = longitudeFrom(lon, backLon) * Math.cos((lat * Math.PI) / 180);
    return Math.abs(backLat - lat) < precision && Math.abs(east) < precision ? [x, y] : [NaN, NaN];
  };
}

/** Where a false origin is left out it is 0; proj4 answers NaN for some projections without one. */
function complete(definition: string): string {
  return ['+x_0', '+y_0'].reduce((text, name) => (text.includes(`${name}=`) ? text : `${text} ${name}=0`), definition);
}
