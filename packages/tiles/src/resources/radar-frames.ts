import { alsoCalled, integer, oneOf, shape } from '@severe/http';
import type { ListedFrame } from '../frame-index.ts';
import { minuteOf } from '../blocks.ts';
import { tileProductOf, tileProducts } from '../tile-products.ts';
import { asOf, framesAsOf } from './frames-as-of.ts';
import { durationNames, endpoint, stampShape, tileTemplate } from './shared.ts';

const ids = tileProducts('radar').map(({ id }) => id);

/** The radar product, as a query parameter. */
export const radarProductParam = oneOf(ids, { default: 'composite-reflectivity', about: 'The radar product.' });

/** Parameters that select the frames of a loop. */
export const loopWindow = {
  minutes: alsoCalled(
    integer({ min: 5, max: 180, default: 30, about: 'Length of the time range before the newest frame.' }),
    durationNames,
  ),
  interval: integer({ min: 2, max: 15, default: 2, about: 'Minimum time between two frames, in minutes.' }),
};

export const listRadarFrames = endpoint({
  path: '/radar/frames',
  summary: 'Times of the available radar frames, oldest first.',
  description:
    'The time range ends at the newest frame, not at the present, so a loop continues to play when the source is ' +
    'late. Replace `{ts}` in `tiles` with each time.',
  tag: 'Radar',
  query: { product: radarProductParam, ...loopWindow, ...asOf },
  response: shape.named(
    'RadarFrames',
    shape.object({
      product: shape.text(),
      interval_minutes: shape.integer(),
      latest: shape.nullable(stampShape),
      latest_time: shape.nullable(shape.time()),
      frames: shape.arrayOf(stampShape),
      tiles: shape.text({ about: 'URL template of the tiles: `{z}`, `{x}`, `{y}` and `{ts}`.' }),
    }),
  ),
  cache: { seconds: 15 },
  handle({ query: { product: id, minutes, interval, as_of: moment } }, context) {
    const { product } = tileProductOf('radar', id);
    const frames = framesAsOf(context, { family: 'radar', product: id }, moment);
    const newest = frames.at(-1);
    return {
      product: id,
      interval_minutes: interval,
      latest: newest?.stamp ?? null,
      latest_time: newest?.time ?? null,
      frames: thin(frames, minutes, interval).map(({ stamp }) => stamp),
      tiles: tileTemplate(context, product, '?ts={ts}'),
    };
  },
});

/** The frames of the last `minutes` before the newest frame, at least `interval` minutes apart, counted backwards. */
export function thin(frames: readonly ListedFrame[], minutes: number, interval: number): ListedFrame[] {
  const chosen: ListedFrame[] = [];
  const newest = frames.at(-1);
  if (!newest) return chosen;
  const earliest = minuteOf(newest) - minutes;
  let next = Number.POSITIVE_INFINITY;
  for (let i = frames.length - 1; i >= 0 && minuteOf(frames[i]) >= earliest; i--) {
    if (minuteOf(frames[i]) > next) continue;
    chosen.push(frames[i]);
    next = minuteOf(frames[i]) - interval;
  }
  return chosen.reverse();
}
