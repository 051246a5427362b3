import { shape } from '@severe/http';
import { chooseMeasured } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import { loopOf, serveLoop } from '../loop.ts';
import { checkTile } from '../serve-tile.ts';
import { servedOf } from '../served.ts';
import { loopWindow, thin } from './radar-frames.ts';
import { measuredFrame, stampParam } from './radar-tiles.ts';
import { endpoint, loopTemplate, paletteParam, productParam, stampShape, tileParams } from './shared.ts';

const product = productParam('radar', 'composite-reflectivity');

export const getRadarLoopTile = endpoint({
  path: '/radar/loop/{product}/{z}/{x}/{y}.webp',
  summary: 'All frames of one tile as a film strip: an animated map in one request a tile.',
  description:
    'A lossless WebP of 256 × 256 pixels a frame, oldest first, row by row from the left, sixteen in a row. ' +
    '`X-Frame-Times` lists the frames, `X-Loop-Layout` tells columns and rows. The window ends at the newest frame, or at ' +
    'that of `ts`. Take the frames and the address from `/radar/loop/{product}.json`, so that all tiles show the same ones.',
  tag: 'Radar',
  params: { product, ...tileParams },
  query: { ...loopWindow, ts: stampParam, palette: paletteParam },
  response: { media: 'image/webp', about: 'The strip.' },
  cache: { seconds: 30 },
  countedAs: 'tile',
  errors: {
    404: 'No such product, no frame at `ts`, or a tile outside the grid.',
    503: 'The picture cannot be had just now.',
  },
  handle({ path, query: { ts, palette, ...window } }, context) {
    const served = servedOf('radar', path.product);
    checkTile(path);
    const frames = framesOf(context, path.product, window, ts);
    const pinned = ts !== undefined && measuredFrame(context, served.product, ts).exact;
    return serveLoop(context, served, loopOf(frames), path, { palette, pinned });
  },
});

export const getRadarLoop = endpoint({
  path: '/radar/loop/{product}.json',
  summary: 'The frames of a loop and where each lies on the film strips of its tiles.',
  description: 'Frame `i` is at column `i mod columns`, row `i div columns`, each `tile_size` pixels wide and high.',
  tag: 'Radar',
  params: { product },
  query: { ...loopWindow, ts: stampParam, palette: paletteParam },
  response: shape.named(
    'RadarLoop',
    shape.object({
      product: shape.text(),
      interval_minutes: shape.integer(),
      latest: shape.nullable(stampShape),
      latest_time: shape.nullable(shape.time()),
      frames: shape.arrayOf(stampShape, { about: 'Oldest first.' }),
      columns: shape.integer({ min: 1 }),
      rows: shape.integer({ min: 1 }),
      tile_size: shape.integer({ about: 'Pixels of the side of a frame.' }),
      tiles: shape.text({ about: 'URL template of the strips: `{z}`, `{x}` and `{y}`.' }),
    }),
  ),
  cache: { seconds: 15 },
  errors: { 404: 'No such product, or no frame at `ts`.' },
  handle({ path, query: { ts, palette, ...window } }, context) {
    const served = servedOf('radar', path.product);
    const { frames, columns, rows } = loopOf(framesOf(context, path.product, window, ts));
    const newest = frames.at(-1);
    return {
      product: served.product.id,
      interval_minutes: window.interval,
      latest: newest?.stamp ?? null,
      latest_time: newest?.time ?? null,
      frames: frames.map(({ stamp }) => stamp),
      columns,
      rows,
      tile_size: 256,
      tiles: loopTemplate(context, served.product, { ...window, palette, ts: newest?.stamp }),
    };
  },
});

/** The frames of the window that ends at the newest one, or at that of `ts`. @throws {RequestError} 404 */
function framesOf(
  context: TileContext,
  id: string,
  { minutes, interval }: { minutes: number; interval: number },
  ts: Date | undefined,
) {
  const { product } = servedOf('radar', id);
  const last = ts ? measuredFrame(context, product, ts) : chooseMeasured(context.index, product, undefined);
  const frames = context.index.runs('radar', id)[0]?.frames ?? [];
  return last ? thin(frames.slice(0, frames.indexOf(last.frame) + 1), minutes, interval) : [];
}
