import { formatStamp } from '@severe/base';
import { maxZoom, type RasterProduct } from '@severe/catalogue';
import { shape } from '@severe/http';
import type { TileContext } from '../context.ts';
import { servedOf } from '../served.ts';
import { modelledFrame, modelTimeParams } from './hrrr-tiles.ts';
import { measuredFrame, stampParam } from './radar-tiles.ts';
import { boundsShape, endpoint, productParam, tileTemplate } from './shared.ts';

const tileJson = shape.named(
  'TileJson',
  shape.object({
    tilejson: shape.oneOf(['3.0.0']),
    name: shape.text(),
    description: shape.text(),
    version: shape.text(),
    attribution: shape.text(),
    scheme: shape.oneOf(['xyz']),
    tiles: shape.arrayOf(shape.text()),
    minzoom: shape.integer(),
    maxzoom: shape.integer(),
    bounds: boundsShape,
    center: shape.arrayOf(shape.number(), { length: 3, about: 'Longitude, latitude, zoom.' }),
  }),
);
const errors = { 404: 'No such product, or no frame at that time.' };
/** It tells where tiles are, and the times that it may name never change: only an operator's new address ages it. */
const cache = { seconds: 300 };

export const getRadarTileJson = endpoint({
  path: '/radar/tiles/{product}.json',
  summary: 'TileJSON of a radar product: one line in the style of a map.',
  description:
    'With `ts`, of the frame that answers for that time; else of whichever is newest when a tile is asked for.',
  tag: 'Radar',
  params: { product: productParam('radar', 'composite-reflectivity') },
  query: { ts: stampParam },
  response: tileJson,
  cache,
  errors,
  handle({ path, query: { ts } }, context) {
    const { product } = servedOf('radar', path.product);
    const query = ts ? `?ts=${measuredFrame(context, product, ts).frame.stamp}` : '';
    return describe(context, product, query, 'NOAA/NSSL MRMS');
  },
});

export const getHrrrTileJson = endpoint({
  path: '/hrrr/tiles/{variable}.json',
  summary: 'TileJSON of a field of the HRRR model.',
  description:
    'With `ts` or `valid`, of the run and time that they lead to now; else of what is newest at each request.',
  tag: 'Models',
  params: { variable: productParam('hrrr', 'cape') },
  query: modelTimeParams,
  response: tileJson,
  cache,
  errors,
  handle({ path, query }, context) {
    const { product } = servedOf('hrrr', path.variable);
    const asked = query.ts !== undefined || query.valid !== undefined;
    return describe(context, product, asked ? modelQuery(context, product, query) : '', 'NOAA/NCEP HRRR');
  },
});

function modelQuery(context: TileContext, product: RasterProduct, query: Parameters<typeof modelledFrame>[2]): string {
  const { frame } = modelledFrame(context, product, query);
  return `?ts=${frame.runAt ? formatStamp(frame.runAt) : ''}&valid=${frame.stamp}`;
}

/** @see https://github.com/mapbox/tilejson-spec/tree/master/3.0.0 */
function describe(context: TileContext, product: RasterProduct, query: string, attribution: string) {
  const [west, south, east, north] = product.bounds;
  return {
    tilejson: '3.0.0' as const,
    name: product.name,
    description: product.about,
    version: '1.0.0',
    attribution,
    scheme: 'xyz' as const,
    tiles: [tileTemplate(context, product, query)],
    minzoom: 0,
    maxzoom: maxZoom,
    bounds: [west, south, east, north],
    center: [(west + east) / 2, (south + north) / 2, 4],
  };
}
