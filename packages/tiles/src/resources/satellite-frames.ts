import { integer, oneOf, shape } from '@severe/http';
import { servedOf, servedProducts } from '../served.ts';
import { thin } from './radar-frames.ts';
import { endpoint, stampShape, tileTemplate } from './shared.ts';

const ids = servedProducts('satellite').map(({ id }) => id);

/** Which satellite product, as a query parameter. */
export const satelliteProductParam = oneOf(ids, { default: 'ir', about: 'The satellite product.' });

export const listSatelliteFrames = endpoint({
  path: '/satellite/frames',
  summary: 'The times for which there are satellite tiles, oldest first.',
  description:
    'The window ends at the newest frame, not at the present, so that a loop plays on when the source is late. Put each ' +
    'time into `{ts}` of `tiles`.',
  tag: 'Satellite',
  query: {
    product: satelliteProductParam,
    minutes: integer({ min: 5, max: 360, default: 60, about: 'How far back from the newest frame.' }),
  },
  response: shape.named(
    'SatelliteFrames',
    shape.object({
      product: shape.text(),
      interval_minutes: shape.integer({ about: 'How often the satellite scans the sector.' }),
      latest: shape.nullable(stampShape),
      latest_time: shape.nullable(shape.time()),
      frames: shape.arrayOf(stampShape),
      tiles: shape.text({ about: 'URL template of the tiles: `{z}`, `{x}`, `{y}` and `{ts}`.' }),
    }),
  ),
  cache: { seconds: 15 },
  handle({ query: { product: id, minutes } }, context) {
    const { product } = servedOf('satellite', id);
    const newest = context.index.newest('satellite', id);
    const [run] = context.index.runs('satellite', id);
    return {
      product: id,
      interval_minutes: product.everySeconds / 60,
      latest: newest?.stamp ?? null,
      latest_time: newest?.time ?? null,
      frames: thin(run?.frames ?? [], minutes, 1).map(({ stamp }) => stamp),
      tiles: tileTemplate(context, product, '?ts={ts}'),
    };
  },
});
