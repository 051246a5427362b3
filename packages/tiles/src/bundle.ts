import { hash } from 'node:crypto';
import { inParallel } from '@severe/async';
import type { PaletteName } from '@severe/catalogue';
import { childrenOf, type Tile } from '@severe/geo';
import type { Reply } from '@severe/http';
import { recolour } from '@severe/raster';
import type { TileContext } from './context.ts';
import { formDataMedia, formDataOf } from './form-data.ts';
import type { ListedFrame } from './frame-index.ts';
import { tileOfSeries, tileInMemory, replyOf } from './serve-tile.ts';
import type { TileImage } from './tile-image.ts';
import { coloursOf, type TileProduct } from './tile-products.ts';

/** Endings of the paths of bundles, and how many tiles wide and high their squares are. */
export const bundleEndings: Record<string, 1 | 2> = { '.tiles': 1, '@2x.tiles': 2 };

/** Frames of a bundle: an hour of a mosaic has thirty. */
export const mostBundledFrames = 36;

/** Tiles of a bundle that are fetched or drawn at once, so that other requests are not delayed. */
const maxConcurrent = 4;

/** The tiles of several frames in one response, each as it is stored: nothing is decoded. */
interface BundleRequest {
  frames: readonly ListedFrame[];
  tile: Tile;
  /** 2: the four tiles of the next level. */
  scale: 1 | 2;
  palette: PaletteName;
  smooth: boolean;
}

/** A tile of a bundle. */
interface Part {
  frame: ListedFrame;
  tile: Tile;
}

/**
 * The bundle if all its tiles are in memory.
 *
 * @throws {RequestError} 422 for a palette that the product does not have
 */
export function bundleInMemory(
  context: TileContext,
  tileProduct: TileProduct,
  request: BundleRequest,
): TileImage | undefined {
  const parts = partsOf(request);
  const images: TileImage[] = [];
  for (const { frame, tile } of parts) {
    const image = tileInMemory(context, tileProduct, frame, tile, request.smooth);
    if (!image) return undefined;
    images.push(image);
  }
  return bundleOf(tileProduct, request, { parts, images });
}

/**
 * The response for a bundle, which never changes: the request names its frames.
 *
 * @throws {RequestError} 422 for a palette that the product does not have
 * @throws {UpstreamError} the object store is unavailable, or the queue is full
 */
export async function serveBundle(
  context: TileContext,
  tileProduct: TileProduct,
  request: BundleRequest,
): Promise<Reply> {
  coloursOf(tileProduct, request.palette);
  const parts = partsOf(request);
  const images = await inParallel(parts, maxConcurrent, async ({ frame, tile }) =>
    tileOfSeries(context, tileProduct, frame, tile, request.smooth),
  );
  return replyOf({ frame: request.frames.at(-1)!, exact: true }, bundleOf(tileProduct, request, { parts, images }));
}

/** Frame by frame; the tiles of one row by row. */
function partsOf({ frames, tile, scale }: BundleRequest): Part[] {
  const tiles = scale === 1 ? [tile] : childrenOf(tile);
  return frames.flatMap((frame) => tiles.map((each) => ({ frame, tile: each })));
}

/** @param images of all parts, in their order; those without data are left out */
function bundleOf(
  tileProduct: TileProduct,
  { palette }: Pick<BundleRequest, 'palette'>,
  { parts, images }: { parts: readonly Part[]; images: readonly TileImage[] },
): TileImage {
  const recolouring = coloursOf(tileProduct, palette);
  const files = parts.flatMap(({ frame: { stamp }, tile: { z, x, y } }, i) => {
    const { body, media, etag, status } = images[i];
    return status === 'data' ? [{ name: `${stamp}/${z}/${x}/${y}`, body, media, etag }] : [];
  });
  const body = formDataOf(
    files.map((file) => (recolouring ? { ...file, body: recolour(file.body, recolouring) } : file)),
  );
  const contents = [palette, ...files.map(({ name, etag }) => `${name} ${etag}`)].join('\n');
  const isOutside = images.every(({ status }) => status === 'outside');
  return {
    body,
    etag: `"${hash('sha256', contents, 'base64url').slice(0, 22)}"`,
    media: formDataMedia,
    length: String(body.length),
    status: files.length > 0 ? 'data' : isOutside ? 'outside' : 'empty',
  };
}
