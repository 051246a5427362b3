import { asOfParam, assertKnown } from '@severe/http';
import type { TileContext } from '../context.ts';
import type { ListedFrame } from '../frame-index.ts';

/** The moment whose frames a list shows. */
export const asOf = {
  as_of: asOfParam(
    'Shows the frames that were published at this moment and are still kept; an error before the oldest of them.',
  ),
};

/**
 * The frames of a product that are listed, oldest first: all, or those that were published at a moment.
 *
 * @throws {RequestError} 400 for a moment in the future or before the oldest frame was published
 */
export function framesAsOf(
  { index, clock }: Pick<TileContext, 'index' | 'clock'>,
  { family, product }: { family: string; product: string },
  moment: Date | undefined,
): readonly ListedFrame[] {
  const frames = index.runs(family, product)[0]?.frames ?? [];
  if (!moment) return frames;
  const published = frames.map(({ publishedAt }) => publishedAt.getTime());
  assertKnown(moment, clock(), frames.length > 0 ? new Date(Math.min(...published)) : undefined);
  return frames.filter(({ publishedAt }) => publishedAt <= moment);
}
