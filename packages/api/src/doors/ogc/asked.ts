import { formatTime } from '@severe/base';
import type { Bounds } from '@severe/geo';
import { compileReadCall, type CanonicalQuery, type Datetime } from '@severe/http';
import type { FeatureCollection } from './feature-collections.ts';
import { limitsOf } from './parameters.ts';

/** The values of a request for features of a collection. */
export interface Asked {
  query: { bbox?: Bounds; datetime?: Datetime; limit: number };
  canonicalQuery: CanonicalQuery;
}

/** Reads the parameters of a list that a request for a collection stands for. */
type ReadAsked = (asked: Asked) => ReturnType<ReturnType<typeof compileReadCall>>;

/** Compiles the translation of the requests for a collection. */
export function compileReadAsked(collection: FeatureCollection): ReadAsked {
  const read = compileReadCall(collection.list);
  const { maximum } = limitsOf(collection);
  return ({ query: { bbox, datetime, limit }, canonicalQuery }) => {
    const filters = new URLSearchParams(canonicalQuery({ bbox: undefined, datetime: undefined, limit: undefined, f: undefined })); // prettier-ignore
    return read(
      [],
      searchOf(collection, datetime, {
        ...Object.fromEntries(filters),
        ...(bbox ? { bbox: bbox.join() } : {}),
        limit: String(Math.min(limit, maximum)),
      }),
    );
  };
}

/** The query of a list for what `datetime` selects, with these parameters. */
export function searchOf(
  collection: FeatureCollection,
  datetime: Datetime | undefined,
  parameters: Record<string, string>,
): string {
  const { during, usual } = collection;
  const time = timesOf(datetime, collection);
  return new URLSearchParams({
    ...(isPeriod(datetime, collection) ? during : usual),
    ...parameters,
    ...time,
  }).toString();
}

function isPeriod(datetime: Datetime | undefined, { instant }: FeatureCollection): boolean {
  return datetime !== undefined && (!('at' in datetime) || instant === 'events');
}

/** The period or moment as parameters of a list, whose ends are not included, and whose times are whole seconds. */
function timesOf(datetime: Datetime | undefined, { instant }: FeatureCollection): Record<string, string> {
  if (!datetime) return {};
  if ('at' in datetime && instant === 'state') return { as_of: formatTime(datetime.at) };
  const { from, to } = 'at' in datetime ? { from: datetime.at, to: datetime.at } : datetime;
  return {
    ...(from ? { start: formatTime(from) } : {}),
    ...(to ? { end: formatTime(new Date(to.getTime() + 1000)) } : {}),
  };
}
