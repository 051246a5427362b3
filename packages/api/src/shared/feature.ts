import { textOnEarth } from '@severe/geo/on-earth';
import { shape } from '@severe/http';

/** The media type of GeoJSON (RFC 7946). */
export const geoJson = 'application/geo+json';

const position = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 };
const listOf = (items: object) => ({ type: 'array', items });

/** Coordinates of each geometry type that the API returns. */
const coordinates = {
  Point: position,
  LineString: listOf(position),
  MultiLineString: listOf(listOf(position)),
  Polygon: listOf(listOf(position)),
  MultiPolygon: listOf(listOf(listOf(position))),
};
const about =
  'Positions are longitude and latitude in degrees, WGS84, to five decimals, with longitudes from -180 to 180; outer ' +
  'rings run counter-clockwise. Lines and areas across the antimeridian have a part on each side.';

/** A GeoJSON geometry (RFC 7946) of the types that the API returns. */
export const geometryShape = shape.named('Geometry', {
  json: {
    description: 'GeoJSON geometry (RFC 7946).',
    oneOf: Object.entries(coordinates).map(([type, json]) => ({
      type: 'object',
      required: ['type', 'coordinates'],
      properties: {
        type: { type: 'string', enum: [type], description: 'GeoJSON type.' },
        coordinates: { ...json, description: about },
      },
    })),
  },
});

const linksShape = shape.arrayOf(
  shape.named('Link', shape.object({ rel: shape.text({ example: 'next' }), href: shape.text() })),
  { about: '`self`, and `next` and `prev` if these pages exist. The Link header repeats them.' },
);

/**
 * Schema of a feature collection.
 *
 * @param name       name of the feature schema: `Alert` creates `AlertCollection`
 * @param properties schema of the properties
 * @param more       additional members of the collection
 * @param id         schema of the id; default: integer
 */
export function featureCollectionOf<P extends object>(
  name: string,
  properties: Schema<P>,
  more: Record<string, Schema<any>> = {},
  id: Schema<any> = shape.integer(),
) {
  const feature = shape.named(
    `${name}Feature`,
    shape.object({
      type: shape.oneOf(['Feature'], { about: 'GeoJSON type.' }),
      id,
      geometry: shape.nullable(geometryShape),
      properties,
    }),
  );
  const members = {
    type: shape.oneOf(['FeatureCollection'], { about: 'GeoJSON type.' }),
    numberMatched: shape.integer({ min: 0, about: 'Total number of matching features, always exact.' }),
    numberReturned: shape.integer({ min: 0, about: 'Number of features in this response.' }),
    timeStamp: shape.nullable(shape.time({ about: 'Time of the newest data; null if there is none.' })),
    links: linksShape,
    ...more,
    features: shape.arrayOf(feature),
  };
  return shape.withMedia(geoJson, shape.named(`${name}Collection`, shape.object(members)));
}

/** The same schema without a required `numberMatched`: absent where a count would read more than the page needs. */
export function perhapsUncounted<T>(collection: Schema<T> & { media?: string }): Schema<T> & { media?: string } {
  const { json } = collection;
  const required = (json.required as string[]).filter((name) => name !== 'numberMatched');
  return { ...collection, json: { ...json, required } };
}

type Schema<T> = { json: Record<string, unknown>; type?: T };

/**
 * A feature as JSON text. The geometry is text from the database and is parsed only if it is beyond 180 degrees.
 *
 * @param geometry GeoJSON text
 */
export function featureText(id: number | string, geometry: string | null, properties: object): string {
  return `{"type":"Feature","id":${JSON.stringify(id)},"geometry":${shownGeometry(geometry)},"properties":${JSON.stringify(properties)}}`;
}

/** A geometry of the database as the API shows it, as JSON text. @param geometry GeoJSON text */
function shownGeometry(geometry: string | null): string {
  return geometry === null ? 'null' : textOnEarth(geometry);
}

/** A flat record with its geometry, as JSON text. For single records that are not features. */
export function recordText(record: object, geometry: string | null, more: object = {}): string {
  return `${JSON.stringify(record).slice(0, -1)},"geometry":${shownGeometry(geometry)}${membersText(more)}}`;
}

/** Members of an object as JSON text: `,"a":1,"b":2`; empty for an empty object. */
export function membersText(members: object): string {
  const text = JSON.stringify(members).slice(1, -1);
  return text === '' ? '' : `,${text}`;
}
