import { messageOf, type Log } from '@severe/base';
import { isMeasured, type Family } from '@severe/catalogue';
import { chooseObserved, chooseForecast } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import type { ListedFrame } from './frame-index.ts';
import { findTileProduct } from './tile-products.ts';

/** Concurrent prefetches. Few, because requests must not wait for them. */
const maxConcurrent = 2;

/**
 * Servers that hear of a frame at the same moment do not all fetch it at that moment. Whoever asks before is served at once.
 */
const maxJitterMs = 2000;

/**
 * Fetches what is warm of a new frame before it is requested, if a request without a time gets it: its tiles, or its values.
 * A frame that is replaced by a newer one while it waits is skipped.
 */
export function createPrefetcher(context: TileContext, log: Log): (frame: ListedFrame) => void {
  const { archives, values } = context;
  const waiting = new Map<string, ListedFrame>(); // the newest frame by product
  let running = 0;

  async function fetchFrame(frame: ListedFrame): Promise<void> {
    try {
      if (frame.tilesKey !== null && archives.warm.isWarm(frame)) await archives.prefetch(frame);
      if (values.warm.isWarm(frame)) await values.prefetch(frame);
    } catch (error) {
      log.debug({ frame: frame.valuesKey, reason: messageOf(error) }, 'a frame could not be prefetched');
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
    if (!archives.warm.isWarm(frame) && !values.warm.isWarm(frame)) return;
    if (!isDefault(context, frame)) return;
    waiting.set(`${frame.family}/${frame.product}`, frame);
    setTimeout(next, Math.random() * maxJitterMs).unref(); // after the index has the other frames of the batch
  };
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
