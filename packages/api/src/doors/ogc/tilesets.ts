import { tileLimitsOf, tileMatrixSet, tileMatrixSetId, tileMatrixSetUri, webMercator } from '@severe/catalogue';
import { RequestError } from '@severe/base';
import { crs84, apiPrefix, datetimeParam, shape, type Datetime } from '@severe/http';
import { withoutCrossing } from '@severe/geo';
import { endpoint, type ApiContext } from '../../context.ts';
import { linksShape, linkTo, ofOgc, ogcRel, root } from './links.ts';
import { collectionParam, form } from './parameters.ts';
import { rasterCollections, timeQuery, type RasterCollection } from './raster-collections.ts';

export const tilesetsPath = (collection: string): string => `/collections/${collection}/map/tiles`;
const setPath = `/tileMatrixSets/${tileMatrixSetId}`;

const common = { ...ofOgc, cache: { seconds: 300 } } as const;
const noCollection = { 404: 'There is no such collection of tiles.' };

const tileSetShape = shape.named(
  'OgcTileMatrixSet',
  shape.object({
    id: shape.text({ example: tileMatrixSetId }),
    title: shape.text(),
    uri: shape.text({ example: tileMatrixSetUri }),
    crs: shape.text({ example: webMercator }),
    orderedAxes: shape.arrayOf(shape.text({ example: 'X' })),
    wellKnownScaleSet: shape.text(),
    tileMatrices: shape.arrayOf(
      shape.object({
        id: shape.text({ example: '6' }),
        scaleDenominator: shape.number(),
        cellSize: shape.number({ about: 'Size of a pixel, metres.' }),
        cornerOfOrigin: shape.text({ example: 'topLeft' }),
        pointOfOrigin: shape.arrayOf(shape.number(), { length: 2 }),
        tileWidth: shape.integer(),
        tileHeight: shape.integer(),
        matrixWidth: shape.integer(),
        matrixHeight: shape.integer(),
      }),
    ),
  }),
);

const tilesetFields = {
  title: shape.text(),
  dataType: shape.oneOf(['map']),
  crs: shape.text({ example: webMercator }),
  tileMatrixSetURI: shape.text({ example: tileMatrixSetUri }),
  links: linksShape,
};
const boxShape = shape.object({
  lowerLeft: shape.arrayOf(shape.number(), { length: 2 }),
  upperRight: shape.arrayOf(shape.number(), { length: 2 }),
  crs: shape.text({ example: crs84 }),
});

/** GET /ogc/tileMatrixSets */
export const listTileMatrixSets = endpoint({
  ...common,
  path: `${root}/tileMatrixSets`,
  summary: 'The tile matrix sets: Web Mercator.',
  query: form,
  response: shape.named(
    'OgcTileMatrixSets',
    shape.object({
      tileMatrixSets: shape.arrayOf(
        shape.object({ id: shape.text(), title: shape.text(), uri: shape.text(), links: linksShape }),
      ),
    }),
  ),
  handle(_call, { publicUrl }) {
    const { id, title, uri } = tileMatrixSet;
    return { tileMatrixSets: [{ id, title, uri, links: [linkTo(publicUrl(), 'self', setPath, title)] }] };
  },
});

/** GET /ogc/tileMatrixSets/WebMercatorQuad */
export const getTileMatrixSet = endpoint({
  ...common,
  path: `${root}${setPath}`,
  summary: 'Web Mercator as a tile matrix set.',
  query: form,
  response: tileSetShape,
  handle: () => tileMatrixSet,
});

/** GET /ogc/collections/{collectionId}/map/tiles */
export const listTilesets = endpoint({
  ...common,
  path: `${root}${tilesetsPath('{collectionId}')}`,
  summary: 'The tilesets of a product.',
  params: { collectionId: collectionParam },
  query: form,
  response: shape.named(
    'OgcTilesets',
    shape.object({
      tilesets: shape.arrayOf(shape.named('OgcTilesetItem', shape.object(tilesetFields))),
      links: linksShape,
    }),
  ),
  errors: noCollection,
  handle({ path: { collectionId } }, context) {
    const collection = rasterCollection(collectionId, context);
    const publicUrl = context.publicUrl();
    return {
      tilesets: [{ ...described(collection), links: linksOf(collection, publicUrl) }],
      links: [linkTo(publicUrl, 'self', tilesetsPath(collectionId))],
    };
  },
});

/** GET /ogc/collections/{collectionId}/map/tiles/WebMercatorQuad */
export const getTileset = endpoint({
  ...common,
  path: `${root}${tilesetsPath('{collectionId}')}/${tileMatrixSetId}`,
  summary: 'A tileset of a product: where its tiles are.',
  description: 'With `datetime`, the tiles of that time, or of the end of that period; without it, always the newest.',
  params: { collectionId: collectionParam },
  query: { datetime: datetimeParam, ...form },
  response: shape.named(
    'OgcTileset',
    shape.object({
      ...tilesetFields,
      boundingBox: boxShape,
      tileMatrixSetLimits: shape.arrayOf(
        shape.object({
          tileMatrix: shape.text({ example: '6' }),
          minTileRow: shape.integer(),
          maxTileRow: shape.integer(),
          minTileCol: shape.integer(),
          maxTileCol: shape.integer(),
        }),
      ),
    }),
  ),
  errors: noCollection,
  handle({ path: { collectionId }, query: { datetime } }, context) {
    const collection = rasterCollection(collectionId, context);
    const { product } = collection;
    const [west, south, east, north] = withoutCrossing(product.bounds);
    const publicUrl = context.publicUrl();
    const tiles = `/${product.family}/tiles/${product.id}/{tileMatrix}/{tileCol}/{tileRow}.png`;
    const href = `${publicUrl}${apiPrefix}${tiles}${timeQuery(product, momentOf(datetime))}`;
    return {
      ...described(collection),
      boundingBox: { lowerLeft: [west, south], upperRight: [east, north], crs: crs84 },
      tileMatrixSetLimits: tileLimitsOf(product.bounds),
      links: [...linksOf(collection, publicUrl), { rel: 'item', href, type: 'image/png', templated: true }],
    };
  },
});

function described({ product }: RasterCollection) {
  return { title: product.name, dataType: 'map' as const, crs: webMercator, tileMatrixSetURI: tileMatrixSetUri };
}

function linksOf({ id }: RasterCollection, publicUrl: string) {
  return [
    linkTo(publicUrl, 'self', `${tilesetsPath(id)}/${tileMatrixSetId}`),
    linkTo(publicUrl, ogcRel('tiling-scheme'), setPath),
  ];
}

function momentOf(datetime: Datetime | undefined): Date | undefined {
  return datetime && ('at' in datetime ? datetime.at : datetime.to);
}

/** @throws {RequestError} 404 */
function rasterCollection(collectionId: string, { settings }: ApiContext): RasterCollection {
  const found = rasterCollections(settings).find(({ id }) => id === collectionId);
  if (!found) throw new RequestError(404, 'There is no such collection of tiles');
  return found;
}
