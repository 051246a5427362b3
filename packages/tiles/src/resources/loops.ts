import type { Family } from '@severe/catalogue';
import { integer, shape, type Param } from '@severe/http';
import { chooseMeasured } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import { loopOf, serveLoop } from '../loop.ts';
import { checkTile } from '../serve-tile.ts';
import { servedOf } from '../served.ts';
import { loopWindow, thin } from './radar-frames.ts';
import { measuredFrame, satelliteStampParam, stampParam } from './measured-tiles.ts';
import { endpoint, loopTemplate, paletteParam, productParam, stampShape, tileParams } from './shared.ts';

/** A family whose frames were measured, as its loops need it. */
interface Subject {
  family: Family;
  tag: string;
  of: string;
  example: string;
  window: { minutes: Param<number>; interval: Param<number> };
  ts: typeof stampParam;
}

const loopShape = shape.named(
  'Loop',
  shape.object({
    product: shape.text(),
    interval_minutes: shape.integer(),
    latest: shape.nullable(stampShape),
    latest_time: shape.nullable(shape.time()),
    frames: shape.arrayOf(stampShape, { about: 'Oldest first.' }),
    columns: shape.integer({ min: 1, about: 'Frames side by side on a strip.' }),
    rows: shape.integer({ min: 1, about: 'Rows of frames on a strip.' }),
    tile_size: shape.integer({ about: 'Pixels of the side of a frame.' }),
    tiles: shape.text({ about: 'URL template of the strips: `{z}`, `{x}` and `{y}`.' }),
  }),
);

function loopsOf({ family, tag, of, example, window, ts: stamp }: Subject) {
  const params = { product: productParam(family, example) };
  const query = { ...window, ts: stamp, palette: paletteParam };
  return [
    endpoint({
      path: `/${family}/loop/{product}.json`,
      summary: `The frames of a loop of ${of}, and where each lies on the film strips of its tiles.`,
      description:
        'Frame `i` is at column `i mod columns`, row `i div columns`, each `tile_size` pixels wide and high.',
      tag,
      params,
      query,
      response: loopShape,
      cache: { seconds: 15 },
      errors: { 404: 'No such product, or no frame at `ts`.' },
      handle({ path, query: { ts, palette, minutes, interval } }, context) {
        const served = servedOf(family, path.product);
        const { frames, columns, rows } = loopOf(framesOf(context, family, path.product, { minutes, interval }, ts));
        const newest = frames.at(-1);
        return {
          product: served.product.id,
          interval_minutes: interval,
          latest: newest?.stamp ?? null,
          latest_time: newest?.time ?? null,
          frames: frames.map((frame) => frame.stamp),
          columns,
          rows,
          tile_size: 256,
          tiles: loopTemplate(context, served.product, { minutes, interval, palette, ts: newest?.stamp }),
        };
      },
    }),
    endpoint({
      path: `/${family}/loop/{product}/{z}/{x}/{y}.webp`,
      summary: `All frames of one tile of ${of} as a film strip: an animated map in one request a tile.`,
      description:
        'A WebP of 256 × 256 pixels a frame, oldest first, row by row from the left, sixteen in a row. ' +
        '`X-Frame-Times` lists the frames, `X-Loop-Layout` tells columns and rows. The window ends at the newest frame, ' +
        `or at that of \`ts\`. Take the frames and the address from \`/${family}/loop/{product}.json\`, so that all tiles ` +
        'show the same ones.',
      tag,
      params: { ...params, ...tileParams },
      query,
      response: { media: 'image/webp', about: 'The strip.' },
      cache: { seconds: 30 },
      countedAs: 'tile',
      errors: {
        404: 'No such product, no frame at `ts`, or a tile outside the grid.',
        503: 'The picture cannot be had just now.',
      },
      handle({ path, query: { ts, palette, minutes, interval } }, context) {
        const served = servedOf(family, path.product);
        checkTile(path);
        const frames = framesOf(context, family, path.product, { minutes, interval }, ts);
        const pinned = ts !== undefined && measuredFrame(context, served.product, ts).exact;
        return serveLoop(context, served, loopOf(frames), path, { palette, pinned });
      },
    }),
  ];
}

/** The frames of the window that ends at the newest one, or at that of `ts`. @throws {RequestError} 404 */
function framesOf(
  context: TileContext,
  family: Family,
  id: string,
  { minutes, interval }: { minutes: number; interval: number },
  ts: Date | undefined,
) {
  const { product } = servedOf(family, id);
  const last = ts ? measuredFrame(context, product, ts) : chooseMeasured(context.index, product, undefined);
  const frames = context.index.runs(family, id)[0]?.frames ?? [];
  return last ? thin(frames.slice(0, frames.indexOf(last.frame) + 1), minutes, interval) : [];
}

export const radarLoops = loopsOf({
  family: 'radar',
  tag: 'Radar',
  of: 'a radar mosaic',
  example: 'composite-reflectivity',
  window: loopWindow,
  ts: stampParam,
});

export const satelliteLoops = loopsOf({
  family: 'satellite',
  tag: 'Satellite',
  of: 'a satellite product',
  example: 'ir',
  window: {
    minutes: integer({ min: 5, max: 360, default: 60, about: 'How far back from the newest frame.' }),
    interval: integer({ min: 5, max: 60, default: 5, about: 'Least distance between two frames, in minutes.' }),
  },
  ts: satelliteStampParam,
});
