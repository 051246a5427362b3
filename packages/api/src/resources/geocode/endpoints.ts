import type { Point } from '@severe/geo';
import { alsoCalled, cacheControl, integer, keyHints, oneOf, placeParams, required, text } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { createReply } from '../../shared/collection.ts';
import { hintFor } from '../../shared/other-names.ts';
import { turnOf } from '../../shared/turn-of.ts';
import { availableOr } from '../../situation/gather.ts';
import { textParameters } from '../../situation/parameters.ts';
import { unitSystems } from '../observations/units.ts';
import { isAshore, presentFound, presentPoint, presentReverse } from './present.ts';
import { interpretSearch, type Interpretation } from './interpret-search.ts';
import { geocodeReverseShape, geocodeSearchShape } from './schema.ts';

const dataSets = ['places', 'zones'];
/** Places change with releases. A county that was loaded a minute ago may be missing in cached responses. */
const seconds = 86_400;
/** Cache time of an answer that lacks something: the forecast zone may be fetched soon, and places are loaded after the first start. */
const incomplete = { 'Cache-Control': cacheControl({ seconds: 60 }) };
const isNotKept = (): boolean => false;
const errors = { 503: 'The database is unavailable.' };
const media = 'application/json';

/** GET /geocode/search */
export const searchPlaces = endpoint({
  path: '/geocode/search',
  summary: 'Places by name, code, postcode or coordinates, best match first.',
  description:
    'Cities, counties, airports and weather radars. A name matches places that begin with it or contain a word that begins ' +
    'with it, without regard to case and accents; airports and radars also have their codes (`OKC`, `KOKC`, `KTLX`). A state ' +
    'after the name, by letters or by name, restricts the results to that state. Five digits are a postcode; `lat,lon` is a point. ' +
    'Only places of the United States and their territories are available.',
  tag: 'Places',
  query: {
    q: alsoCalled(required(text({ minLength: 2, maxLength: 200, about: 'Search text.', example: 'norman' })), [
      'query',
      'name',
      'text',
      'search',
      'address',
      'place',
      'city',
      'location',
      'p',
    ]),
    limit: integer({ min: 1, max: 10, default: 5, about: 'Maximum number of results.' }),
    country: text({ pattern: '^[A-Za-z]{2}$', default: 'us', about: 'ISO 3166-1, two letters, any case.' }),
  },
  foreign: {
    ...keyHints,
    ...hintFor(['lat', 'lon', 'latitude', 'longitude', 'point'], '/geocode/reverse takes lat and lon'),
  },
  response: geocodeSearchShape,
  cache: { seconds },
  errors,
  handle(call, context) {
    const { q, limit, country } = call.query;
    return context.replyFromCache({
      key: `/geocode/search?${call.canonicalQuery()}`,
      dataSets,
      seconds,
      async make(sets) {
        const options = { country: country.toLowerCase(), limit };
        for (const interpretation of interpretSearch(q)) {
          const results = await searchBy[interpretation.kind](interpretation as never, options, context);
          if (results.length > 0) return createReply(JSON.stringify({ query: q, results }), media, sets);
        }
        return createReply(JSON.stringify({ query: q, results: [] }), media, sets, incomplete);
      },
    });
  },
});

type Results = Promise<object[]>;
interface SearchOptions {
  country: string;
  limit: number;
}

const searchBy: {
  [K in Interpretation['kind']]: (
    interpretation: Interpretation & { kind: K },
    options: SearchOptions,
    context: ApiContext,
  ) => Results;
} = {
  async point({ lat, lon }, _options, { db }) {
    const { county } = await db.places.around({ lat, lon });
    return [presentPoint({ lat, lon }, county)];
  },
  async postcode({ code }, { country }, { db }) {
    const found = await db.places.postcode(code);
    return found?.country === country ? [presentFound(found)] : [];
  },
  async name({ term, state }, options, { db }) {
    const found = await db.places.search({ term, ...(state ? { state } : {}), ...options });
    return found.map(presentFound);
  },
};

/** GET /geocode/reverse */
export const reverseGeocode = endpoint({
  path: '/geocode/reverse',
  work: 0, // it may wait for the provider, in a queue of its own
  summary: 'The place at a point: the nearest city, county, state, zone and time zone.',
  description:
    'Over water, all names are null. The county can be null while county shapes are not loaded. The forecast zone is fetched ' +
    'from the weather service for the first request in it; it is null while the service does not answer.',
  tag: 'Places',
  query: {
    ...placeParams,
    lang: textParameters.lang,
    units: oneOf(unitSystems, { default: 'metric', about: 'Units of the label.' }),
  },
  foreign: keyHints,
  response: geocodeReverseShape,
  cache: { seconds },
  errors,
  handle(call, context) {
    const { lat, lon, ...style } = call.query;
    return context.replyFromCache({
      key: `/geocode/reverse?${call.canonicalQuery()}`,
      dataSets,
      seconds,
      async make(sets) {
        const near = await context.db.places.nearest({ lat, lon });
        const around = await context.db.places.around({ lat, lon });
        const isKnown = around.zone !== null || !isAshore(near, around);
        const zone = isKnown ? around.zone : await fetchedZone({ lat, lon }, turnOf(call, context), context);
        const body = JSON.stringify(presentReverse({ lat, lon }, near, { ...around, zone: zone ?? null }, style));
        if (zone !== undefined) return createReply(body, media, sets);
        return createReply(body, media, sets, incomplete, isNotKept);
      },
    });
  },
});

/** Longest time that a request waits for the provider. The fetch goes on for the next request. */
const patienceMs = 3000;

/**
 * The forecast zone of a place whose zone is not stored, from the provider.
 *
 * @param client takes the turn at the provider
 * @returns null if no zone contains it; undefined if the provider does not answer in time
 */
async function fetchedZone(
  place: Point,
  client: string,
  { zoneProvider }: ApiContext,
): Promise<string | null | undefined> {
  const found = availableOr(undefined, () => zoneProvider(client, place));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, patienceMs, undefined)));
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}
