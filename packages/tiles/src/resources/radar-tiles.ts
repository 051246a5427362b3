import { formatStamp } from '@severe/base';
import { composite } from '@severe/http';
import { chooseMeasured, type Choice, type Measured } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import { readStamp } from '../read-time.ts';
import { checkTile, noFrame, serveTile } from '../serve-tile.ts';
import { servedOf } from '../served.ts';
import { endpoint, inEveryForm, paletteParam, productParam, tileParams } from './shared.ts';

/** The time of a radar frame. */
export const stampParam = composite(readStamp, {
  about: '`YYYYMMDDHHMM` in UTC: the frame of that minute, else the newest of the five minutes before it.',
  example: '202605202218',
});

export const radarTiles = inEveryForm(({ ending, words, ...form }) =>
  endpoint({
    path: `/radar/tiles/{product}/{z}/{x}/{y}${ending}`,
    summary: `A radar mosaic as a map tile, ${words}.`,
    description:
      `A ${words} in Web Mercator (XYZ). Where there is nothing to show it is a clear one, and \`X-Tile-Status\` says ` +
      'why. `X-Frame-Time` names the frame. With the exact `ts` of a frame the answer never changes.',
    tag: 'Radar',
    params: { product: productParam('radar', 'composite-reflectivity'), ...tileParams },
    query: { ts: stampParam, palette: paletteParam },
    response: { media: form.media, about: 'The tile.' },
    cache: { seconds: 30 },
    countedAs: 'tile',
    errors: {
      404: 'No such product, no frame at that time, or a tile outside the grid.',
      503: 'The picture cannot be had just now.',
    },
    handle({ path, query: { ts, palette } }, context) {
      const served = servedOf('radar', path.product);
      checkTile(path);
      return serveTile(context, served, measuredFrame(context, served.product, ts), path, { ...form, palette });
    },
  }),
);

/** The frame that a request names. @throws {RequestError} 404 */
export function measuredFrame({ index }: TileContext, product: Measured, at: Date | undefined): Choice {
  const choice = chooseMeasured(index, product, at);
  if (choice) return choice;
  throw noFrame(at ? `No ${product.id} frame at ${formatStamp(at)}` : `No ${product.id} frame yet`);
}
