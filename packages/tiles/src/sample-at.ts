import type { RasterProduct } from '@severe/catalogue';
import type { Point } from '@severe/geo';
import type { TileContext } from './context.ts';
import type { ListedFrame } from './frame-index.ts';
import { inBatches } from './in-batches.ts';
import { isWithin, outside, sampleOf, type Sample } from './sample.ts';

type Reading = Pick<TileContext, 'reads'>;

/** The value of a frame at a place; nothing is read outside the bounds of its product. */
export async function sampleAt(
  { reads }: Reading,
  product: RasterProduct,
  frame: ListedFrame,
  { lat, lon }: Point,
): Promise<Sample> {
  return isWithin(product, lon, lat) ? sampleOf(product, await reads.at(frame, lon, lat)) : outside;
}

/** The values of frames at a place, in their order. */
export function samplesAlong(
  context: Reading,
  product: RasterProduct,
  frames: readonly ListedFrame[],
  place: Point,
  wanted: AbortSignal,
): Promise<Sample[]> {
  return inBatches(frames, wanted, (frame) => sampleAt(context, product, frame, place));
}
