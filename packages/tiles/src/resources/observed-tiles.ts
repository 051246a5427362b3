import { formatStamp } from '@severe/base';
import { chooseObserved, type Choice, type Observed } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import { checkTile, noFrame, serveTile } from '../serve-tile.ts';
import { tileProductOf } from '../tile-products.ts';
import {
  endpoint,
  inEveryForm,
  paletteParam,
  productParam,
  smoothParam,
  stampOf,
  tileParams,
  type PathForm,
} from './shared.ts';

/** The time of a radar frame. */
export const stampParam = stampOf(
  'the frame of that minute, else the newest of the five minutes before it.',
  '202605202218',
);

/** The time of a satellite frame: the start of its scan. */
export const satelliteStampParam = stampOf(
  'the frame of that minute, else the newest of the ten minutes before it.',
  '202605202216',
);

export const radarTiles = observedTiles({
  family: 'radar',
  what: 'A radar mosaic',
  about: (words) =>
    `A ${words} in Web Mercator (XYZ). If there is nothing to show, the tile is transparent and \`X-Tile-Status\` gives ` +
    'the reason. `X-Frame-Time` is the time of the frame. With the exact `ts` of a frame, the response never changes.',
  tag: 'Radar',
  example: 'composite-reflectivity',
  stamp: stampParam,
});

export const satelliteTiles = observedTiles({
  family: 'satellite',
  what: 'A satellite image',
  about: (words) =>
    `A ${words} in Web Mercator (XYZ). \`ir\` and \`visible\` use a palette; the composites are true colour, and lossy ` +
    'as WebP. Pixels outside the view of the satellite are transparent. `X-Frame-Time` is the minute in which the scan ' +
    'began. With the exact `ts` of a frame, the response never changes.',
  tag: 'Satellite',
  example: 'ir',
  stamp: satelliteStampParam,
});

interface ObservedFamily {
  family: 'radar' | 'satellite';
  what: string;
  about: (words: PathForm['words']) => string;
  tag: string;
  /** A product of the family. */
  example: string;
  stamp: typeof stampParam;
}

function observedTiles({ family, what, about, tag, example, stamp }: ObservedFamily) {
  return inEveryForm(({ ending, words, ...form }) =>
    endpoint({
      path: `/${family}/tiles/{product}/{z}/{x}/{y}${ending}`,
      summary: `${what} as a map tile, ${words}.`,
      description: about(words),
      tag,
      params: { product: productParam(family, example), ...tileParams },
      query: { ts: stamp, palette: paletteParam, smooth: smoothParam },
      response: { media: form.media, about: 'The tile.' },
      cache: 'in-reply',
      countedAs: 'tile',
      errors: {
        404: 'No such product, no frame at that time, or a tile outside the grid.',
        503: 'The image is temporarily unavailable.',
      },
      async handle({ path, query: { ts, palette, smooth } }, context) {
        const tileProduct = tileProductOf(family, path.product);
        checkTile(path);
        const choice = await observedFrame(context, tileProduct.product, ts);
        return serveTile(context, tileProduct, choice, path, { ...form, palette, smooth });
      },
    }),
  );
}

/** The frame of a request, also if only other processes know of it yet. @throws {RequestError} 404 */
export async function observedFrame(
  { index, lookFor }: TileContext,
  product: Observed,
  at: Date | undefined,
): Promise<Choice> {
  let choice = chooseObserved(index, product, at);
  if (at && !choice?.exact) {
    await lookFor(product);
    choice = chooseObserved(index, product, at);
  }
  if (choice) return choice;
  throw noFrame(at ? `No ${product.id} frame at ${formatStamp(at)}` : `No ${product.id} frame yet`);
}
