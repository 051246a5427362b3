import { nowcast } from '@severe/catalogue';
import { coloursOf, tileProductOf } from '../../tile-products.ts';
import { checkTile, serveTile } from '../../serve-tile.ts';
import { forecastFrame } from '../model-tiles.ts';
import { endpoint, inEveryForm, paletteParam, smoothParam, tileParams } from '../shared.ts';
import { describe, modelQuery, tileJson } from '../tile-json.ts';
import { disclaimer, nowcastProductParam, nowcastTimeParams, tag } from './time.ts';

export const nowcastTiles = inEveryForm(({ ending, words, ...form }) =>
  endpoint({
    path: `/nowcast/tiles/{product}/{z}/{x}/{y}${ending}`,
    summary: `A radar mosaic of the next hour as a map tile, ${words}.`,
    description:
      `A ${words} in Web Mercator (XYZ). \`X-Frame-Time\` is the valid time. With both \`ts\` and \`valid\`, the ` +
      `response never changes. ${disclaimer}`,
    tag,
    params: { product: nowcastProductParam, ...tileParams },
    query: { ...nowcastTimeParams, palette: paletteParam, smooth: smoothParam },
    response: { media: form.media, about: 'The tile.' },
    cache: 'in-reply',
    countedAs: 'tile',
    errors: {
      404: 'No such product, run or lead time, or a tile outside the grid.',
      503: 'The image is temporarily unavailable.',
    },
    async handle({ path, query }, context) {
      const tileProduct = tileProductOf('nowcast', path.product);
      checkTile(path);
      const choice = await forecastFrame(context, tileProduct.product, query);
      const { palette, smooth } = query;
      return serveTile(context, tileProduct, choice, path, { ...form, palette, smooth });
    },
  }),
);

export const getNowcastTileJson = endpoint({
  path: '/nowcast/tiles/{product}.json',
  summary: 'TileJSON of a radar mosaic of the next hour.',
  description:
    'With `ts` or `valid`, the tiles show the run and time that these select now. Without them, they show at each request the frame nearest to now.',
  tag,
  params: { product: nowcastProductParam },
  query: { ...nowcastTimeParams, palette: paletteParam, smooth: smoothParam },
  response: tileJson,
  cache: { seconds: 300 },
  errors: { 404: 'No such product, run or lead time.' },
  async handle({ path, query: { palette, smooth, ...time } }, context) {
    const tileProduct = tileProductOf('nowcast', path.product);
    coloursOf(tileProduct, palette);
    const { product } = tileProduct;
    const query = { ...(await modelQuery(context, product, time)), palette, smooth };
    return describe(context, product, query, nowcast.attribution);
  },
});
