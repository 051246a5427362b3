import { alsoCalled, integer, shape } from '@severe/http';
import { siteOf } from '../nexrad/view.ts';
import { asOf, framesAsOf } from './frames-as-of.ts';
import { siteParam, siteUrl } from './nexrad-shared.ts';
import { thin } from './radar-frames.ts';
import { durationNames, endpoint, stampShape } from './shared.ts';

export const listNexradFrames = endpoint({
  path: '/nexrad/{site}/frames',
  summary: 'Start times of the volumes of a radar, oldest first.',
  description:
    'The time range ends at the newest volume. Replace `{ts}` in `tiles` with each time, and `{product}` with a product.',
  tag: 'Radar',
  params: { site: siteParam },
  query: {
    minutes: alsoCalled(
      integer({ min: 5, max: 180, default: 60, about: 'Length of the time range before the newest volume.' }),
      durationNames,
    ),
    ...asOf,
  },
  response: shape.named(
    'NexradFrames',
    shape.object({
      site: shape.text({ example: 'KTLX' }),
      latest: shape.nullable(stampShape),
      latest_time: shape.nullable(shape.time()),
      frames: shape.arrayOf(stampShape),
      tiles: shape.text({ about: 'URL template of the tiles: `{product}`, `{z}`, `{x}`, `{y}` and `{ts}`.' }),
    }),
  ),
  cache: { seconds: 15 },
  errors: { 404: 'No such site.' },
  handle({ path, query: { minutes, as_of: moment } }, context) {
    const site = siteOf(path.site);
    const frames = framesAsOf(context, { family: 'nexrad', product: site.id }, moment);
    const newest = frames.at(-1);
    return {
      site: site.id,
      latest: newest?.stamp ?? null,
      latest_time: newest?.time ?? null,
      frames: thin(frames, minutes, 0).map(({ stamp }) => stamp),
      tiles: siteUrl(context, site, '{product}/{z}/{x}/{y}.png?ts={ts}'),
    };
  },
});
