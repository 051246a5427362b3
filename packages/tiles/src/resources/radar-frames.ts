import { integer, oneOf, shape } from '@severe/http';
import type { ListedFrame } from '../frame-index.ts';
import { servedOf, servedProducts } from '../served.ts';
import { endpoint, stampShape, tileTemplate } from './shared.ts';

const ids = servedProducts('radar').map(({ id }) => id);

/** Which radar product, as a query parameter. */
export const radarProductParam = oneOf(ids, { default: 'composite-reflectivity', about: 'The radar product.' });

/** Which frames of a product: those that a loop shows. */
export const loopWindow = {
  minutes: integer({ min: 5, max: 180, default: 30, about: 'Length of the time range before the newest frame.' }),
  interval: integer({ min: 2, max: 15, default: 2, about: 'Minimum time between two frames, in minutes.' }),
};

export const listRadarFrames = endpoint({
  path: '/radar/frames',
  summary: 'Times of the available radar frames, oldest first.',
  description:
    'The time range ends at the newest frame, not at the present, so a loop continues to play when the source is ' +
    'late. Replace `{ts}` in `tiles` with each time.',
  tag: 'Radar',
  query: { product: radarProductParam, ...loopWindow },
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
  handle({ query: { product: id, minutes, interval } }, context) {
    const { product } = servedOf('radar', id);
    const newest = context.index.newest('radar', id);
    const [run] = context.index.runs('radar', id);
    return {
      product: id,
      interval_minutes: interval,
      latest: newest?.stamp ?? null,
      latest_time: newest?.time ?? null,
      frames: thin(run?.frames ?? [], minutes, interval).map(({ stamp }) => stamp),
      tiles: tileTemplate(context, product, '?ts={ts}'),
    };
  },
});

/** From the newest frame backwards: those of the last `minutes` that lie at least `interval` minutes apart. */
export function thin(frames: readonly ListedFrame[], minutes: number, interval: number): ListedFrame[] {
  const kept: ListedFrame[] = [];
  const newest = frames.at(-1);
  if (!newest) return kept;
  const earliest = minuteOf(newest) - minutes;
  let next = Number.POSITIVE_INFINITY;
  for (let i = frames.length - 1; i >= 0 && minuteOf(frames[i]) >= earliest; i--) {
    if (minuteOf(frames[i]) > next) continue;
    kept.push(frames[i]);
    next = minuteOf(frames[i]) - interval;
  }
  return kept.reverse();
}

/** Whole minutes, as stamps count them: frames of 22:16:40 and 22:18:36 are two minutes apart. */
function minuteOf({ validAt }: ListedFrame): number {
  return Math.floor(validAt.getTime() / 60_000);
}
