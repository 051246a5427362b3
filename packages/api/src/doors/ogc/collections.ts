import { RequestError } from '@severe/base';
import { withoutCrossing, type Bounds } from '@severe/geo';
import { crs84, shape, type Schema } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { queriesOf } from './data-queries.ts';
import { featureCollections, type FeatureCollection } from './feature-collections.ts';
import { featureSchemaOf, schemaMedia, schemaPath } from './feature-schema.ts';
import { itemsMedia, itemsPath, linksShape, linkTo, ofOgc, ogcRel, root, type Link } from './links.ts';
import { collectionParam, form } from './parameters.ts';
import { observed } from './observation-queries.ts';
import {
  positionCollections,
  rasterCollections,
  type PositionCollection,
  type RasterCollection,
} from './raster-collections.ts';
import { tilesetsPath } from './tilesets.ts';

/** The states and territories, from Guam and Samoa to Puerto Rico, and the sea around them, in a box that clients can draw. */
const everywhere: Bounds = [-180, -20, 180, 75];

/** A collection as it is described. */
interface Description {
  id: string;
  title: string;
  description: string;
  crs: string[];
  extent: { spatial: { bbox: number[][]; crs: string } };
  links: Link[];
}

const described = shape.object({
  id: shape.text({ example: 'alerts' }),
  title: shape.text(),
  description: shape.text(),
  crs: shape.arrayOf(shape.text({ example: crs84 })),
  extent: shape.object({
    spatial: shape.object({
      bbox: shape.arrayOf(shape.arrayOf(shape.number(), { length: 4 })),
      crs: shape.text({ example: crs84 }),
    }),
  }),
  links: linksShape,
});

/** Members that only some kinds of collections have. */
const ofSome = {
  itemType: { type: 'string', enum: ['feature'], description: 'What its items are.' },
  data_queries: { type: 'object', description: 'Queries at places, by type.' },
  parameter_names: { type: 'object', description: 'Parameters of these queries, by name.' },
  output_formats: { type: 'array', items: { type: 'string' }, description: 'Forms of their responses.' },
};

const collectionShape: Schema<Description> = shape.named('OgcCollectionDescription', {
  json: { ...described.json, properties: { ...(described.json.properties as object), ...ofSome } },
});

const common = { ...ofOgc, query: form, cache: { seconds: 300 } } as const;

/** GET /ogc/collections */
export const listCollections = endpoint({
  ...common,
  path: `${root}/collections`,
  summary: 'The collections.',
  response: shape.named(
    'OgcCollections',
    shape.object({ collections: shape.arrayOf(collectionShape), links: linksShape }),
  ),
  handle: (_call, context) => ({
    collections: describeAll(context),
    links: [linkTo(context.publicUrl(), 'self', '/collections')],
  }),
});

/** GET /ogc/collections/{collectionId} */
export const getCollection = endpoint({
  ...common,
  path: `${root}/collections/{collectionId}`,
  summary: 'A collection.',
  params: { collectionId: collectionParam },
  response: collectionShape,
  errors: { 404: 'There is no such collection.' },
  handle: ({ path: { collectionId } }, context) =>
    describeAll(context).find(({ id }) => id === collectionId) ?? missing(),
});

/** GET /ogc/collections/{collectionId}/schema */
export const getFeatureSchema = endpoint({
  ...common,
  path: `${root}${schemaPath('{collectionId}')}`,
  summary: 'The schema of the features of a collection.',
  params: { collectionId: collectionParam },
  response: { json: { type: 'object' }, media: schemaMedia },
  errors: { 404: 'There is no such collection of features.' },
  handle({ path: { collectionId } }, { publicUrl }) {
    const collection = featureCollections.find(({ id }) => id === collectionId) ?? missing();
    return featureSchemaOf(collection, publicUrl());
  },
});

/** @throws {RequestError} 404 */
function missing(): never {
  throw new RequestError(404, 'There is no such collection');
}

function describeAll({ publicUrl, settings }: ApiContext): Description[] {
  const url = publicUrl();
  return [
    ...featureCollections.map((collection) => describeFeatures(collection, url)),
    ...positionCollections(settings).map((collection) => describePositions(collection, url)),
    ...rasterCollections(settings).map((collection) => describeTiles(collection, url)),
  ];
}

function describe(
  { id, title, description }: Pick<Description, 'id' | 'title' | 'description'>,
  bounds: Bounds,
  links: Link[],
  url: string,
): Description {
  return {
    id,
    title,
    description,
    crs: [crs84],
    extent: { spatial: { bbox: [withoutCrossing(bounds)], crs: crs84 } },
    links: [linkTo(url, 'self', `/collections/${id}`, title), ...links],
  };
}

function describeFeatures({ id, title, list }: FeatureCollection, url: string) {
  const links = [
    linkTo(url, 'items', itemsPath(id), title, itemsMedia),
    linkTo(url, 'describedBy', schemaPath(id), 'Schema of the features', schemaMedia),
  ];
  return {
    ...describe({ id, title, description: list.summary }, everywhere, links, url),
    itemType: 'feature',
    ...(id === 'observations' ? queriesOf(id, ['radius', 'area'], url, observed) : {}),
  };
}

function describePositions(collection: PositionCollection, url: string) {
  return {
    ...describe(collection, collection.bounds, [], url),
    ...queriesOf(collection.id, ['position'], url, collection.parameters),
  };
}

function describeTiles({ id, product: { name: title, about: description, bounds } }: RasterCollection, url: string) {
  return describe({ id, title, description }, bounds, [linkTo(url, ogcRel('tilesets-map'), tilesetsPath(id), 'Map tiles')], url); // prettier-ignore
}
