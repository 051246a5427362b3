import type { Family } from '@severe/catalogue';
import { integer, shape, type Param } from '@severe/http';
import { blocksOf } from '../blocks.ts';
import { chooseObserved } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import { loopOf, serveLoop } from '../loop.ts';
import { checkTile } from '../serve-tile.ts';
import { tileProductOf } from '../tile-products.ts';
import { blocksShape, presentBlocks } from './bundles.ts';
import { loopWindow, thin } from './radar-frames.ts';
import { observedFrame, satelliteStampParam, stampParam } from './observed-tiles.ts';
import { endpoint, loopTemplate, paletteParam, productParam, smoothParam, stampShape, tileParams } from './shared.ts';

/** An observed family with loops. */
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
    columns: shape.integer({ min: 1, about: 'Number of columns of a film strip.' }),
    rows: shape.integer({ min: 1, about: 'Number of rows of a film strip.' }),
    tile_size: shape.integer({ about: 'Width and height of a frame in pixels.' }),
    tiles: shape.text({ about: 'URL template of the film strips: `{z}`, `{x}` and `{y}`.' }),
    blocks: blocksShape,
  }),
);

function loopsOf({ family, tag, of, example, window, ts: stamp }: Subject) {
  const params = { product: productParam(family, example) };
  const query = { ...window, ts: stamp, palette: paletteParam, smooth: smoothParam };
  return [
    endpoint({
      path: `/${family}/loop/{product}.json`,
      summary: `Frames of a loop of ${of}, in blocks and as film strips.`,
      description:
        'Frame `i` is at column `i mod columns`, row `i div columns`. Each frame is `tile_size` pixels wide and high.',
      tag,
      params,
      query,
      response: loopShape,
      cache: { seconds: 15 },
      errors: { 404: 'No such product, or no frame at `ts`.' },
      async handle({ path, query: { ts, palette, smooth, minutes, interval } }, context) {
        const tileProduct = tileProductOf(family, path.product);
        const all = await framesUntil(context, family, path.product, ts);
        const { frames, columns, rows } = loopOf(thin(all, minutes, interval));
        const newest = frames.at(-1);
        return {
          product: tileProduct.product.id,
          interval_minutes: interval,
          latest: newest?.stamp ?? null,
          latest_time: newest?.time ?? null,
          frames: frames.map((frame) => frame.stamp),
          columns,
          rows,
          tile_size: 256,
          tiles: loopTemplate(context, tileProduct.product, '.webp', {
            minutes,
            interval,
            palette,
            smooth,
            ts: newest?.stamp,
          }),
          blocks: presentBlocks(context, tileProduct.product, blocksOf(all, minutes, interval), { palette, smooth }),
        };
      },
    }),
    endpoint({
      path: `/${family}/loop/{product}/{z}/{x}/{y}.webp`,
      summary: `All frames of one tile of ${of} as a film strip: one request per tile for an animated map.`,
      description:
        'A WebP image of 256 × 256 pixels per frame, oldest first, in rows of sixteen from the left. `X-Frame-Times` lists ' +
        'the frames, `X-Loop-Layout` gives columns and rows. The time range ends at the newest frame, or at that of `ts`. ' +
        `Take the frames and the URL from \`/${family}/loop/{product}.json\`, so that all tiles show the same frames.`,
      tag,
      params: { ...params, ...tileParams },
      query,
      response: { media: 'image/webp', about: 'The film strip.' },
      cache: 'in-reply',
      countedAs: 'tile',
      errors: {
        404: 'No such product, no frame at `ts`, or a tile outside the grid.',
        503: 'The image is temporarily unavailable.',
      },
      async handle({ path, query: { ts, palette, smooth, minutes, interval } }, context) {
        const tileProduct = tileProductOf(family, path.product);
        checkTile(path);
        const frames = thin(await framesUntil(context, family, path.product, ts), minutes, interval);
        const pinned = ts !== undefined && (await observedFrame(context, tileProduct.product, ts)).exact;
        return serveLoop(context, tileProduct, loopOf(frames), path, { palette, smooth, pinned });
      },
    }),
  ];
}

/** All frames up to the newest one, or to that of `ts`. @throws {RequestError} 404 */
async function framesUntil(context: TileContext, family: Family, id: string, ts: Date | undefined) {
  const { product } = tileProductOf(family, id);
  const last = ts ? await observedFrame(context, product, ts) : chooseObserved(context.index, product, undefined);
  const frames = context.index.runs(family, id)[0]?.frames ?? [];
  return last ? frames.slice(0, frames.indexOf(last.frame) + 1) : [];
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
    minutes: integer({ min: 5, max: 360, default: 60, about: 'Length of the time range before the newest frame.' }),
    interval: integer({ min: 5, max: 60, default: 5, about: 'Minimum time between two frames, in minutes.' }),
  },
  ts: satelliteStampParam,
});
