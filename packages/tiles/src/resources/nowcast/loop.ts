import { formatStamp, formatTime } from '@severe/base';
import type { RasterProduct } from '@severe/catalogue';
import { required, shape } from '@severe/http';
import { serveBundle } from '../../bundle.ts';
import { defaultRun } from '../../choose-frame.ts';
import type { TileContext } from '../../context.ts';
import type { Run } from '../../frame-index.ts';
import { loopOf, serveLoop } from '../../loop.ts';
import { checkTile, noFrame } from '../../serve-tile.ts';
import { tileProductOf } from '../../tile-products.ts';
import { blocksShape, framesNamed, framesParam, inBothSizes, presentBlocks } from '../bundles.ts';
import { endpoint, loopTemplate, paletteParam, smoothParam, stampShape, tileParams } from '../shared.ts';
import { leadOf, nowcastProductParam, runParam, tag } from './time.ts';

const query = { ts: runParam, palette: paletteParam, smooth: smoothParam };

export const nowcastLoops = [
  endpoint({
    path: '/nowcast/loop/{product}.json',
    summary: 'The frames of a run of the nowcast, as one block and as film strips.',
    description:
      'Frame `i` is at column `i mod columns`, row `i div columns`. Each frame is `tile_size` pixels wide and high. ' +
      'Without a run that may be shown, `run` is null and there are no frames.',
    tag,
    params: { product: nowcastProductParam },
    query,
    response: shape.named(
      'NowcastLoop',
      shape.object({
        product: shape.text(),
        ts: shape.nullable(stampShape),
        run: shape.nullable(shape.time({ about: 'Time of the radar mosaic from which it begins.' })),
        frames: shape.arrayOf(stampShape, { about: 'Valid times, the nearest first.' }),
        leads: shape.arrayOf(shape.integer(), { about: 'Lead times of the frames, minutes.' }),
        columns: shape.integer({ min: 1, about: 'Number of columns of a film strip.' }),
        rows: shape.integer({ min: 1, about: 'Number of rows of a film strip.' }),
        tile_size: shape.integer({ about: 'Width and height of a frame in pixels.' }),
        tiles: shape.text({ about: 'URL template of the film strips: `{z}`, `{x}` and `{y}`.' }),
        blocks: blocksShape,
      }),
    ),
    cache: { seconds: 15 },
    errors: { 404: 'No such product or run.' },
    async handle({ path, query: { ts, palette, smooth } }, context) {
      const { product } = tileProductOf('nowcast', path.product);
      const run = await runOf(context, product, ts);
      const { frames, columns, rows } = loopOf(run?.frames ?? []);
      const start = run?.runAt ?? null;
      return {
        product: product.id,
        ts: run?.stamp ?? null,
        run: start && formatTime(start),
        frames: frames.map(({ stamp }) => stamp),
        leads: start ? frames.map(({ validAt }) => leadOf(start, validAt)) : [],
        columns,
        rows,
        tile_size: 256,
        tiles: loopTemplate(context, product, '.webp', { ts: run?.stamp, palette, smooth }),
        blocks: presentBlocks(context, product, run ? [frames] : [], { ts: run?.stamp, palette, smooth }),
      };
    },
  }),
  endpoint({
    path: '/nowcast/loop/{product}/{z}/{x}/{y}.webp',
    summary: 'All frames of one tile of a run of the nowcast as a film strip.',
    description:
      'A WebP image of 256 × 256 pixels per frame, the nearest first, in rows of sixteen from the left. `X-Frame-Times` ' +
      'lists the frames, `X-Loop-Layout` gives columns and rows. With `ts`, the response never changes.',
    tag,
    params: { product: nowcastProductParam, ...tileParams },
    query,
    response: { media: 'image/webp', about: 'The film strip.' },
    cache: 'in-reply',
    countedAs: 'tile',
    errors: {
      404: 'No such product or run, or a tile outside the grid.',
      503: 'The image is temporarily unavailable.',
    },
    async handle({ path, query: { ts, palette, smooth } }, context) {
      const tileProduct = tileProductOf('nowcast', path.product);
      checkTile(path);
      const run = await runOf(context, tileProduct.product, ts);
      if (!run) throw noFrame(`No ${tileProduct.product.id} frame yet`);
      return serveLoop(context, tileProduct, loopOf(run.frames), path, { palette, smooth, pinned: ts !== undefined });
    },
  }),
];

export const nowcastBundles = inBothSizes(({ ending, scale, words, about, common }) =>
  endpoint({
    ...common,
    path: `/nowcast/loop/{product}/{z}/{x}/{y}${ending}`,
    summary: `Frames of a run of the nowcast in one response, ${words}: for an animated map.`,
    description: `${about} The times of \`frames\` are valid times. Take the URL from \`blocks\` of \`/nowcast/loop/{product}.json\`.`,
    tag,
    params: { product: nowcastProductParam, ...tileParams },
    query: { ts: required(runParam), frames: framesParam, palette: paletteParam, smooth: smoothParam },
    async handle({ path, query: { ts, frames: times, palette, smooth } }, context) {
      const tileProduct = tileProductOf('nowcast', path.product);
      checkTile(path);
      const frames = framesNamed(await runOf(context, tileProduct.product, ts), times, tileProduct.product.id);
      return serveBundle(context, tileProduct, { frames, tile: path, scale, palette, smooth });
    },
  }),
);

/** The run of a request, also if only other processes know of it yet. @throws {RequestError} 404 for a run that is not there */
async function runOf(context: TileContext, product: RasterProduct, ts: Date | undefined): Promise<Run | undefined> {
  const { index, lookFor, clock } = context;
  if (!ts) return defaultRun(index, product, clock());
  const find = () => index.run(product.family, product.id, formatStamp(ts));
  if (!find()) await lookFor({ family: product.family, id: product.id });
  const run = find();
  if (run) return run;
  throw noFrame(`No ${product.id} run of ${formatStamp(ts)}`);
}
