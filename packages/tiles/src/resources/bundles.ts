import { formatStamp, grammars } from '@severe/base';
import type { RasterProduct } from '@severe/catalogue';
import { composite, required, shape } from '@severe/http';
import { bundleEndings, mostBundledFrames, serveBundle } from '../bundle.ts';
import type { TileContext } from '../context.ts';
import type { ListedFrame, Run } from '../frame-index.ts';
import { readStamps } from '../read-time.ts';
import { checkTile, noFrame } from '../serve-tile.ts';
import { tileProductOf } from '../tile-products.ts';
import { endpoint, loopTemplate, paletteParam, productParam, smoothParam, stampShape, tileParams } from './shared.ts';

const stamp = grammars.stamp.slice(1, -1);

/** The times of the frames of a bundle. */
export const framesParam = required(
  composite((given) => readStamps(given, mostBundledFrames), {
    about: `Times of the frames, \`YYYYMMDDHHMM\` in UTC with commas between them; at most ${mostBundledFrames}.`,
    grammar: `^${stamp}(,${stamp})*$`,
    example: '202605202216,202605202218',
  }),
);

/** Said by every endpoint of bundles. */
const about =
  'A form (`multipart/form-data`) with a PNG of 256 × 256 pixels for each frame and tile, as it is stored. Its name is ' +
  '`YYYYMMDDHHMM/z/x/y`; a tile that is not there is transparent. In a browser, `(await response.formData()).get(name)` is ' +
  'the file of an image. The response never changes.';

/** What is the same for all endpoints of bundles. */
const common = {
  response: { media: 'multipart/form-data', about: 'The tiles.' },
  cache: 'in-reply',
  countedAs: 'tile',
  errors: {
    404: 'No such product, one of the frames is not there, or a tile outside the grid.',
    503: 'The tiles are temporarily unavailable.',
  },
} as const;

/** Defines an endpoint of bundles of one tile, and of the four tiles of the next level. */
export function inBothSizes<E>(define: (form: BundleForm) => E): E[] {
  return Object.entries(bundleEndings).map(([ending, scale]) =>
    define({ ending, scale, words: scale === 1 ? 'one tile' : 'the four tiles of the next level', about, common }),
  );
}

/** One of the sizes of bundles. */
interface BundleForm {
  ending: string;
  scale: 1 | 2;
  /** For summaries. */
  words: string;
  /** For descriptions. */
  about: string;
  common: typeof common;
}

/** The frames of these times. @throws {RequestError} 404 for a frame that is not there */
export function framesNamed(run: Run | undefined, times: readonly Date[], id: string): ListedFrame[] {
  return times.map((at) => {
    const frame = run?.byStamp.get(formatStamp(at));
    if (!frame) throw noFrame(`No ${id} frame at ${formatStamp(at)}`);
    return frame;
  });
}

function bundlesOf(family: 'radar' | 'satellite', { tag, of, example }: { tag: string; of: string; example: string }) {
  return inBothSizes(({ ending, scale, words, about: description, common: shared }) =>
    endpoint({
      ...shared,
      path: `/${family}/loop/{product}/{z}/{x}/{y}${ending}`,
      summary: `Frames of ${of} in one response, ${words}: for an animated map.`,
      description: `${description} Take the frames and the URL from \`blocks\` of \`/${family}/loop/{product}.json\`.`,
      tag,
      params: { product: productParam(family, example), ...tileParams },
      query: { frames: framesParam, palette: paletteParam, smooth: smoothParam },
      async handle({ path, query: { frames: times, palette, smooth } }, context) {
        const tileProduct = tileProductOf(family, path.product);
        checkTile(path);
        const { id } = tileProduct.product;
        const present = () => context.index.run(family, id, '');
        if (times.some((at) => !present()?.byStamp.has(formatStamp(at)))) await context.lookFor({ family, id });
        const frames = framesNamed(present(), times, id);
        return serveBundle(context, tileProduct, { frames, tile: path, scale, palette, smooth });
      },
    }),
  );
}

export const radarBundles = bundlesOf('radar', {
  tag: 'Radar',
  of: 'a radar mosaic',
  example: 'composite-reflectivity',
});
export const satelliteBundles = bundlesOf('satellite', { tag: 'Satellite', of: 'a satellite product', example: 'ir' });

/** Schema of the blocks of a loop. */
export const blocksShape = shape.arrayOf(
  shape.object({
    frames: shape.arrayOf(stampShape, { about: 'Oldest first.' }),
    tiles: shape.text({ about: 'URL template of its bundles of four tiles: `{z}`, `{x}` and `{y}`.' }),
  }),
  {
    about:
      'The frames in blocks that begin at fixed times of the clock, oldest first: a bundle has the tiles of a block. Only the newest ' +
      'block changes with a new frame. The first one may begin before the time range.',
  },
);

/** The blocks of a loop, with the URLs of their bundles. @param query beside the frames */
export function presentBlocks(
  context: TileContext,
  product: RasterProduct,
  blocks: readonly (readonly ListedFrame[])[],
  { ts, ...form }: Parameters<typeof loopTemplate>[3],
) {
  return blocks.map((block) => {
    const frames = block.map((frame) => frame.stamp);
    return { frames, tiles: loopTemplate(context, product, '@2x.tiles', { ts, frames: frames.join(), ...form }) };
  });
}
