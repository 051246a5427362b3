import { formatStamp } from '@severe/base';
import { maxZoom, nexrad, type Model, type RasterProduct } from '@severe/catalogue';
import { withoutCrossing } from '@severe/geo';
import { shape } from '@severe/http';
import type { TileContext } from '../context.ts';
import { coloursOf, tileProductOf } from '../tile-products.ts';
import { boundsOf, colouredOf, siteOf, sweepProductOf, volumesOf } from '../nexrad/view.ts';
import { siteParam, siteUrl, sweepProductParam, viewParams } from './nexrad-shared.ts';
import { forecastFrame, modelTimeParams } from './model-tiles.ts';
import { observedFrame, satelliteStampParam, stampParam } from './observed-tiles.ts';
import { boundsShape, endpoint, paletteParam, productParam, smoothParam, queryText, tileTemplate } from './shared.ts';

/** Fields of every TileJSON. */
export const tileJsonFields = {
  tilejson: shape.oneOf(['3.0.0'], { about: 'Version of TileJSON.' }),
  name: shape.text(),
  description: shape.text(),
  version: shape.text({ about: 'Version of the tile set.' }),
  attribution: shape.text(),
  scheme: shape.oneOf(['xyz'], { about: '`xyz`: rows are counted from the north.' }),
  tiles: shape.arrayOf(shape.text(), { about: 'URL template of the tiles: `{z}`, `{x}` and `{y}`.' }),
  minzoom: shape.integer(),
  maxzoom: shape.integer(),
  bounds: boundsShape,
  center: shape.arrayOf(shape.number(), { length: 3, about: 'Longitude, latitude, zoom.' }),
};
export const tileJson = shape.named('TileJson', shape.object(tileJsonFields));

/** Attribution of measured families. */
export const attributions = {
  radar: 'NOAA/NSSL MRMS',
  satellite: 'NOAA/NESDIS GOES',
} as const;

const errors = { 404: 'No such product, or no frame at that time.' };
/** A TileJSON changes only with the public address of the service. */
const cache = { seconds: 300 };

export const getRadarTileJson = endpoint({
  path: '/radar/tiles/{product}.json',
  summary: 'TileJSON of a radar product, to be used as a source in a map style.',
  description:
    'With `ts`, the tiles show the frame of that time. Without it, they show the newest frame at each request.',
  tag: 'Radar',
  params: { product: productParam('radar', 'composite-reflectivity') },
  query: { ts: stampParam, palette: paletteParam, smooth: smoothParam },
  response: tileJson,
  cache,
  errors,
  async handle({ path, query: { ts, palette, smooth } }, context) {
    const tileProduct = tileProductOf('radar', path.product);
    coloursOf(tileProduct, palette);
    const { product } = tileProduct;
    const query = ts ? { ts: (await observedFrame(context, product, ts)).frame.stamp } : {};
    return describe(context, product, { ...query, palette, smooth }, attributions.radar);
  },
});

export const getSatelliteTileJson = endpoint({
  path: '/satellite/tiles/{product}.json',
  summary: 'TileJSON of a satellite product, to be used as a source in a map style.',
  description:
    'With `ts`, the tiles show the frame of that time. Without it, they show the newest frame at each request.',
  tag: 'Satellite',
  params: { product: productParam('satellite', 'ir') },
  query: { ts: satelliteStampParam, palette: paletteParam, smooth: smoothParam },
  response: tileJson,
  cache,
  errors,
  async handle({ path, query: { ts, palette, smooth } }, context) {
    const tileProduct = tileProductOf('satellite', path.product);
    coloursOf(tileProduct, palette);
    const { product } = tileProduct;
    const query = ts ? { ts: (await observedFrame(context, product, ts)).frame.stamp } : {};
    return describe(context, product, { ...query, palette, smooth }, attributions.satellite);
  },
});

export const getModelTileJson = (model: Model) =>
  endpoint({
    path: `/${model.id}/tiles/{variable}.json`,
    summary: `TileJSON of an ${model.name} field.`,
    description:
      'With `ts` or `valid`, the tiles show the run and time that these select now. Without them, they show the newest at each request.',
    tag: 'Models',
    params: { variable: productParam(model.id, 'cape') },
    query: { ...modelTimeParams(model), palette: paletteParam, smooth: smoothParam },
    response: tileJson,
    cache,
    errors,
    async handle({ path, query: { palette, smooth, ...time } }, context) {
      const tileProduct = tileProductOf(model.id, path.variable);
      coloursOf(tileProduct, palette);
      const { product } = tileProduct;
      const query = { ...(await modelQuery(context, product, time)), palette, smooth };
      return describe(context, product, query, model.attribution);
    },
  });

/** The run and time of the frame of a request; empty if the request names neither. @throws {RequestError} 404 */
export async function modelQuery(
  context: TileContext,
  product: RasterProduct,
  query: Parameters<typeof forecastFrame>[2],
): Promise<Record<string, string>> {
  if (query.ts === undefined && query.valid === undefined) return {};
  const { frame } = await forecastFrame(context, product, query);
  return { ts: frame.runAt ? formatStamp(frame.runAt) : '', valid: frame.stamp };
}

export const getNexradTileJson = endpoint({
  path: '/nexrad/{site}/{product}.json',
  summary: 'TileJSON of a single-radar product.',
  description: 'Takes the parameters of the tiles and adds them to the tile URL.',
  tag: 'Radar',
  params: { site: siteParam, product: sweepProductParam },
  query: { ...viewParams, palette: paletteParam, smooth: smoothParam },
  response: tileJson,
  cache,
  errors: { 404: 'No such site or product, or no volume at that time.' },
  async handle({ path, query: { ts, palette, smooth, ...view } }, context) {
    const site = siteOf(path.site);
    const product = sweepProductOf(path.product);
    const stamp = ts && (await observedFrame(context, volumesOf(site), ts)).frame.stamp;
    coloursOf(colouredOf(product), palette);
    const query = queryText({ ...view, ts: stamp, palette, smooth });
    const { name, about } = product;
    return {
      ...describeTiles({ name: `${site.id} ${name}`, about, bounds: boundsOf(site) }, nexrad.attribution),
      tiles: [siteUrl(context, site, `${product.id}/{z}/{x}/{y}.png${query}`)],
      center: [site.lon, site.lat, 7],
    };
  },
});

/** @see https://github.com/mapbox/tilejson-spec/tree/master/3.0.0 */
export function describe(
  context: TileContext,
  product: RasterProduct,
  query: Parameters<typeof queryText>[0],
  attribution: string,
) {
  return { ...describeTiles(product, attribution), tiles: [tileTemplate(context, product, queryText(query))] };
}

/** A TileJSON without `tiles`. */
export function describeTiles(
  { name, about, bounds }: Pick<RasterProduct, 'name' | 'about' | 'bounds'>,
  attribution: string,
) {
  const [west, south, east, north] = withoutCrossing([...bounds]);
  return {
    tilejson: '3.0.0' as const,
    name,
    description: about,
    version: '1.0.0',
    attribution,
    scheme: 'xyz' as const,
    minzoom: 0,
    maxzoom: maxZoom,
    bounds: [west, south, east, north],
    center: [(west + east) / 2, (south + north) / 2, 4],
  };
}
