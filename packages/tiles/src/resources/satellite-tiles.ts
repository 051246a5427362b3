import { composite } from '@severe/http';
import { readStamp } from '../read-time.ts';
import { checkTile, serveTile } from '../serve-tile.ts';
import { servedOf } from '../served.ts';
import { measuredFrame } from './radar-tiles.ts';
import { endpoint, inEveryForm, paletteParam, productParam, tileParams } from './shared.ts';

/** The time of a satellite frame: that at which its scan began. */
export const satelliteStampParam = composite(readStamp, {
  about: '`YYYYMMDDHHMM` in UTC: the frame of that minute, else the newest of the ten minutes before it.',
  example: '202605202216',
});

export const satelliteTiles = inEveryForm(({ ending, words, ...form }) =>
  endpoint({
    path: `/satellite/tiles/{product}/{z}/{x}/{y}${ending}`,
    summary: `A satellite picture as a map tile, ${words}.`,
    description:
      `A ${words} in Web Mercator (XYZ): of few colours for \`ir\` and \`visible\`, of true colours for the composites, ` +
      'which lose a little as WebP. Where the satellite does not see the earth it is clear. `X-Frame-Time` is the minute ' +
      'in which the scan began. With the exact `ts` of a frame the answer never changes.',
    tag: 'Satellite',
    params: { product: productParam('satellite', 'ir'), ...tileParams },
    query: { ts: satelliteStampParam, palette: paletteParam },
    response: { media: form.media, about: 'The tile.' },
    cache: { seconds: 30 },
    countedAs: 'tile',
    errors: {
      404: 'No such product, no frame at that time, or a tile outside the grid.',
      503: 'The picture cannot be had just now.',
    },
    handle({ path, query: { ts, palette } }, context) {
      const served = servedOf('satellite', path.product);
      checkTile(path);
      return serveTile(context, served, measuredFrame(context, served.product, ts), path, { ...form, palette });
    },
  }),
);
