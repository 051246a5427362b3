import { parseBbox, type Bounds } from '@severe/geo';
import { asRequestError, composite, datetimeParam, integer, oneOf, required, text, type Params } from '@severe/http';
import type { FeatureCollection } from './feature-collections.ts';

/** The form of a response; each resource has one. */
export const form = { f: oneOf(['json', 'geojson'], { about: 'Form of the response: JSON, of features GeoJSON.' }) };

export const collectionParam = required(
  text({ minLength: 1, maxLength: 60, about: 'The id of a collection.', example: 'alerts' }),
);

/** Parameters of a list that a collection has under the names of OGC API, or not at all. */
const replaced = new Set(['bbox', 'point', 'radius', 'as_of', 'start', 'end', 'limit', 'id']);

/** Most features of a response of a list, and how many it has by default. */
export function limitsOf({ list }: FeatureCollection): { maximum: number; default: number } {
  return list.query.limit.json as { maximum: number; default: number };
}

/** The parameters of the features of a collection: those of OGC API, then the filters of its list. */
export function parametersOf(collection: FeatureCollection): Params {
  const { list } = collection;
  const { maximum, default: usual } = limitsOf(collection);
  return {
    bbox: composite(parseBox, {
      about:
        'Box in degrees: west, south, east, north, or the same with heights, which are ignored. It may cross the antimeridian.',
      example: '-100,33,-94,37',
    }),
    datetime: datetimeParam,
    limit: integer({ min: 1, default: usual, about: `Most features of a response; ${maximum} if it is greater.` }),
    ...form,
    ...Object.fromEntries(
      Object.entries(list.query)
        .filter(([name]) => !replaced.has(name))
        .map(([name, param]) => [name, { ...param, alsoCalled: [] }]),
    ),
  };
}

/** A box of four numbers, or of six with heights. */
function parseBox(text: string): Bounds {
  const parts = text.split(',');
  const flat = parts.length === 6 ? [parts[0], parts[1], parts[3], parts[4]] : parts;
  return asRequestError(() => parseBbox(flat.join()));
}
