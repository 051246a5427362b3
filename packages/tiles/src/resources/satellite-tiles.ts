import { composite } from '@severe/http';
import { readStamp } from '../read-time.ts';
import { checkTile, serveTile } from '../serve-tile.ts';
import { servedOf } from '../served.ts';
import { measuredFrame } from './radar-tiles.ts';
import { endpoint, productParam, tileParams } from './shared.ts';

/** The time of a satellite frame: that at which its scan began. */
export const satelliteStampParam = composite(readStamp, {
  about: '`YYYYMMDDHHMM` in UTC: the frame of that minute, else the newest of the ten minutes before it.',
  example: '202605202216',
});

export const getSatelliteTile = endpoint({
  path: '/satellite/tiles/{product}/{z}/{x}/{y}.png',
  summary: 'A satellite picture as a map tile.',
  description:
    'A 256 × 256 PNG in Web Mercator (XYZ): indexed colours for `ir` and `visible`, true colour for the composites. Where ' +
    'the satellite does not see the earth it is clear. `X-Frame-Time` is the minute in which the scan began. With the exact ' +
    '`ts` of a frame the answer never changes.',
  tag: 'Satellite',
  params: { product: productParam('satellite', 'ir'), ...tileParams },
  query: { ts: satelliteStampParam },
  response: { media: 'image/png', about: 'The tile.' },
  cache: { seconds: 30 },
  countedAs: 'tile',
  errors: {
    404: 'No such product, no frame at that time, or a tile outside the grid.',
    503: 'The picture cannot be had just now.',
  },
  handle({ path, query: { ts } }, context) {
    const served = servedOf('satellite', path.product);
    checkTile(path);
    return serveTile(context, served, measuredFrame(context, served.product, ts), path);
  },
});
