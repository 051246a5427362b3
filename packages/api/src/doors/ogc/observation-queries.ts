import { mapInSteps } from '@severe/async';
import { RequestError } from '@severe/base';
import type { PointParameter } from '@severe/catalogue';
import { areaHolds, boxOf, readWktPoint, readWktPolygon, roundedBox, type Area, type Position } from '@severe/geo';
import {
  compileReadCall,
  edrParams,
  namesChosen,
  type Endpoint,
  number,
  oneOf,
  Reply,
  required,
  shape,
  wktParam,
  workOf,
  type ValuesOf,
} from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { unitNames } from '../../resources/observations/units.ts';
import { geometryShape } from '../../shared/feature.ts';
import { featureTextsOf, type ListedFeature } from '../features-of.ts';
import { textIn } from '../reform.ts';
import { searchOf } from './asked.ts';
import { featureCollections, type ListCall } from './feature-collections.ts';
import { itemsMedia, linksShape, linkTo, ofOgc, root } from './links.ts';

const collection = featureCollections.find(({ id }) => id === 'observations')!;
const read = compileReadCall(collection.list);
type Values = ReturnType<typeof read>;

/** Most observations of a response. */
const most = 1000;
const all = { limit: String(most) };

const units = unitNames('metric');
const measured = (id: string, name: string, unit: string): PointParameter => ({ id, name, about: name, units: unit });

/** What stations measure, by the field of an observation. */
export const observed: PointParameter[] = [
  measured('temperature', 'Air temperature, 2 m above the ground', units.temperature),
  measured('dewpoint', 'Dew point, 2 m above the ground', units.temperature),
  measured('humidity_pct', 'Relative humidity', '%'),
  measured('wind_speed', 'Mean wind speed', units.wind_speed),
  measured('wind_gust', 'Wind gust', units.wind_speed),
  measured('wind_dir_deg', 'Direction from which the wind blows', 'deg'),
  measured('pressure', 'Pressure at sea level, or altimeter setting', units.pressure),
  measured('visibility', 'Visibility', units.visibility),
  measured('precip_1h', 'Precipitation of the last hour', units.precip),
];
const names = observed.map(({ id }) => id);
const named = new Set(names);

const common = {
  ...ofOgc,
  response: shape.withMedia(
    itemsMedia,
    shape.named(
      'OgcObservations',
      shape.object({
        type: shape.oneOf(['FeatureCollection'], { about: 'GeoJSON type.' }),
        numberReturned: shape.integer({ about: 'Number of features.' }),
        links: linksShape,
        features: shape.arrayOf(
          shape.object({
            type: shape.oneOf(['Feature'], { about: 'GeoJSON type.' }),
            id: shape.integer(),
            geometry: geometryShape,
            properties: { json: { type: 'object', description: 'Station, time and the chosen parameters.' } },
          }),
        ),
      }),
    ),
  ),
  cache: collection.list.cache,
  errors: {
    400: 'An unknown or invalid parameter.',
    413: `More than ${most} observations: a smaller area or a shorter period is needed.`,
    503: 'The database is unavailable.',
  },
} as const;

const choice = edrParams(names, ['GeoJSON', 'geojson', 'json']);

const around = {
  coords: wktParam(readWktPoint, 'POINT(-97.44 35.22)'),
  within: required(number({ min: 0.001, max: 1_000_000, about: 'Distance from the place.', example: 50 })),
  'within-units': oneOf(['km', 'mi', 'm'], { default: 'km', about: 'Unit of `within`.' }),
  ...choice,
};

/** GET /ogc/collections/observations/radius */
const getAround = endpoint({
  ...common,
  path: `${root}/collections/observations/radius`,
  summary: 'Observations around a place: of each station the newest, or all of a period.',
  query: around,
  work: ({ query }, facts) => workOf(collection.list.work, askedAround(query), facts),
  handle: (call, context) =>
    answer(askedAround(call.query), { fields: namesChosen(call.query) }, call as ListCall, context),
});

function askedAround({ coords: { lat, lon }, within, datetime, ...rest }: ValuesOf<typeof around>): Values {
  return read([], searchOf(collection, datetime, { point: `${lat},${lon}`, radius: `${within}${rest['within-units']}`, ...all })); // prettier-ignore
}

const inside = { coords: wktParam(readWktPolygon, 'POLYGON((-98 35,-97 35,-97 36,-98 36,-98 35))'), ...choice };

/** GET /ogc/collections/observations/area */
const getWithin = endpoint({
  ...common,
  path: `${root}/collections/observations/area`,
  summary: 'Observations in a polygon: of each station the newest, or all of a period.',
  query: inside,
  work: ({ query }, facts) => workOf(collection.list.work, askedInside(query), facts),
  handle: (call, context) =>
    answer(askedInside(call.query), { fields: namesChosen(call.query), area: call.query.coords }, call as ListCall, context), // prettier-ignore
});

/** Those in the box of a polygon. */
function askedInside({ coords, datetime }: ValuesOf<typeof inside>): Values {
  return read([], searchOf(collection, datetime, { bbox: roundedBox(boxOf(coords.coordinates[0])).join(), ...all }));
}

export const observationQueries: Endpoint<ApiContext>[] = [getAround, getWithin];

/** What is left of the answer of the list. */
interface Wanted {
  /** Fields of what is measured; all if undefined. */
  fields: readonly string[] | undefined;
  area?: Area;
}

async function answer(values: Values, { fields, area }: Wanted, call: ListCall, context: ApiContext): Promise<Reply> {
  const { status, headers, body, isCurrent } = (await collection.list.handle({ ...call, ...values }, context)) as Reply;
  const { Link: next, ...rest } = headers;
  if (next !== undefined) throw new RequestError(413, `More than ${most} observations: choose a smaller area or a shorter period`); // prettier-ignore
  const texts = await mapInSteps(featureTextsOf(textIn(body as Uint8Array)), (text) => {
    const feature = JSON.parse(text) as ListedFeature;
    if (area && !areaHolds(area, feature.geometry!.coordinates as Position)) return '';
    return fields ? JSON.stringify({ ...feature, properties: chosen(feature.properties, fields) }) : text;
  });
  const features = texts.filter((text) => text !== '');
  const links = [linkTo(context.publicUrl(), 'collection', '/collections/observations', collection.title)];
  const head = JSON.stringify({ type: 'FeatureCollection', numberReturned: features.length, links });
  return new Reply(status, rest, Buffer.from(`${head.slice(0, -1)},"features":[${features.join(',')}]}`), isCurrent);
}

function chosen(properties: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !named.has(name) || fields.includes(name)));
}
