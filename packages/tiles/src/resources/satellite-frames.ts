import { alsoCalled, integer, oneOf, shape } from '@severe/http';
import { tileProductOf, tileProducts } from '../tile-products.ts';
import { asOf, framesAsOf } from './frames-as-of.ts';
import { thin } from './radar-frames.ts';
import { durationNames, endpoint, stampShape, tileTemplate } from './shared.ts';

const ids = tileProducts('satellite').map(({ id }) => id);

/** The satellite product, as a query parameter. */
export const satelliteProductParam = oneOf(ids, { default: 'ir', about: 'The satellite product.' });

export const listSatelliteFrames = endpoint({
  path: '/satellite/frames',
  summary: 'Times of the available satellite frames, oldest first.',
  description:
    'The time range ends at the newest frame, not at the present, so a loop continues to play when the source is ' +
    'late. Replace `{ts}` in `tiles` with each time.',
  tag: 'Satellite',
  query: {
    product: satelliteProductParam,
    minutes: alsoCalled(
      integer({ min: 5, max: 360, default: 60, about: 'Length of the time range before the newest frame.' }),
      durationNames,
    ),
    ...asOf,
  },
  response: shape.named(
    'SatelliteFrames',
    shape.object({
      product: shape.text(),
      interval_minutes: shape.integer({ about: 'Interval between scans of the sector, in minutes.' }),
      latest: shape.nullable(stampShape),
      latest_time: shape.nullable(shape.time()),
      frames: shape.arrayOf(stampShape),
      tiles: shape.text({ about: 'URL template of the tiles: `{z}`, `{x}`, `{y}` and `{ts}`.' }),
    }),
  ),
  cache: { seconds: 15 },
  handle({ query: { product: id, minutes, as_of: moment } }, context) {
    const { product } = tileProductOf('satellite', id);
    const frames = framesAsOf(context, { family: 'satellite', product: id }, moment);
    const newest = frames.at(-1);
    return {
      product: id,
      interval_minutes: product.everySeconds / 60,
      latest: newest?.stamp ?? null,
      latest_time: newest?.time ?? null,
      frames: thin(frames, minutes, 1).map(({ stamp }) => stamp),
      tiles: tileTemplate(context, product, '?ts={ts}'),
    };
  },
});
