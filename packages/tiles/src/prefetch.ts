import { messageOf, type Log } from '@severe/base';
import { isMeasured, type Family } from '@severe/catalogue';
import { chooseObserved, chooseForecast } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import type { ListedFrame } from './frame-index.ts';
import { findTileProduct } from './tile-products.ts';

/** Concurrent prefetches. Few, because requests must not wait for them. */
const maxConcurrent = 2;

/**
 * Fetches a new frame before it is requested, if a request without a time gets it. Radar frames are always prefetched, with
 * their values; frames of other families, which are larger or more numerous, only if their product was requested recently.
 * A frame that is replaced by a newer one while it waits is skipped.
 */
export function createPrefetcher(context: TileContext, log: Log): (frame: ListedFrame) => void {
  const { archives, values } = context;
  const waiting = new Map<string, ListedFrame>(); // the newest frame by product
  let running = 0;

  async function fetchFrame(frame: ListedFrame): Promise<void> {
    try {
      await archives.open(frame);
      if (isAlwaysPrefetched(frame)) await values.open(frame);
    } catch (error) {
      log.debug({ frame: frame.tilesKey, reason: messageOf(error) }, 'a frame could not be prefetched');
    }
  }

  function next(): void {
    for (const [key, frame] of waiting) {
      if (running >= maxConcurrent) return;
      waiting.delete(key);
      if (!isDefault(context, frame)) continue;
      running++;
      void fetchFrame(frame).then(() => {
        running--;
        next();
      });
    }
  }

  return (frame) => {
    if (frame.tilesKey === null || (!isAlwaysPrefetched(frame) && !archives.holds(frame))) return;
    if (!isDefault(context, frame)) return;
    waiting.set(`${frame.family}/${frame.product}`, frame);
    setImmediate(next); // after the index has the other frames of the batch
  };
}

function isAlwaysPrefetched({ family }: ListedFrame): boolean {
  return family === 'radar';
}

/** Whether a request without a time gets this frame. */
function isDefault({ index, clock }: TileContext, frame: ListedFrame): boolean {
  const product = findTileProduct(frame.family as Family, frame.product)?.product;
  if (!product) return false;
  const choice = isMeasured(product.family)
    ? chooseObserved(index, product, undefined)
    : chooseForecast(index, product, { run: undefined, valid: undefined }, clock());
  return choice?.frame === frame;
}
