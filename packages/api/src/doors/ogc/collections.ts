import { RequestError } from '@severe/base';
import { required, shape, text } from '@severe/http';
import { endpoint } from '../../context.ts';
import { featureCollections, type FeatureCollection } from './feature-collections.ts';
import { itemsMedia, itemsPath, linksShape, linkTo, root } from './links.ts';
import { form } from './parameters.ts';

/** Coordinates: longitude and latitude, WGS 84. */
const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

/** The states and territories, from Guam and Samoa to Puerto Rico, and the sea around them, in a box that clients can draw. */
const extent = { spatial: { bbox: [[-180, -20, 180, 75]], crs: crs84 } };

const collectionShape = shape.named(
  'OgcCollection',
  shape.object({
    id: shape.text({ example: 'alerts' }),
    title: shape.text(),
    description: shape.text(),
    itemType: shape.oneOf(['feature']),
    crs: shape.arrayOf(shape.text({ example: crs84 })),
    extent: shape.object({
      spatial: shape.object({
        bbox: shape.arrayOf(shape.arrayOf(shape.number(), { length: 4 })),
        crs: shape.text({ example: crs84 }),
      }),
    }),
    links: linksShape,
  }),
);

/** GET /ogc/collections */
export const listCollections = endpoint({
  path: `${root}/collections`,
  summary: 'The collections.',
  tag: 'OGC API',
  strict: true,
  internal: true,
  query: form,
  response: shape.named(
    'OgcCollections',
    shape.object({ collections: shape.arrayOf(collectionShape), links: linksShape }),
  ),
  cache: { seconds: 300 },
  handle: (_call, { publicUrl }) => ({
    collections: featureCollections.map((collection) => describe(collection, publicUrl())),
    links: [linkTo(publicUrl(), 'self', '/collections')],
  }),
});

/** GET /ogc/collections/{collectionId} */
export const getCollection = endpoint({
  path: `${root}/collections/{collectionId}`,
  summary: 'A collection.',
  tag: 'OGC API',
  strict: true,
  internal: true,
  params: { collectionId: required(text({ minLength: 1, maxLength: 60, about: 'The id of a collection.', example: 'alerts' })) }, // prettier-ignore
  query: form,
  response: collectionShape,
  cache: { seconds: 300 },
  errors: { 404: 'There is no such collection.' },
  handle({ path: { collectionId } }, { publicUrl }) {
    const collection = featureCollections.find(({ id }) => id === collectionId);
    if (!collection) throw new RequestError(404, 'There is no such collection');
    return describe(collection, publicUrl());
  },
});

function describe({ id, title, list }: FeatureCollection, publicUrl: string) {
  return {
    id,
    title,
    description: list.summary,
    itemType: 'feature' as const,
    crs: [crs84],
    extent,
    links: [
      linkTo(publicUrl, 'self', `/collections/${id}`, title),
      linkTo(publicUrl, 'items', itemsPath(id), title, itemsMedia),
    ],
  };
}
