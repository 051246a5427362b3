import { messageOf, type Log } from '@severe/base';
import { isMeasured, type Family } from '@severe/catalogue';
import { chooseMeasured, chooseModelled } from './choose-frame.ts';
import type { TileContext } from './context.ts';
import type { ListedFrame } from './frame-index.ts';
import { findServed } from './served.ts';

/** How many frames are brought over ahead of any request at once; requests are not to wait behind them. */
const atOnce = 2;

/**
 * Brings a new frame into memory before it is asked for, where it is what a request without a time would get: for radar
 * always, with its values; for others, which are larger or many, when somebody looked at that product lately. A frame that has been
 * overtaken by a newer one while it waited is left out.
 */
export function prefetcher(context: TileContext, log: Log): (frame: ListedFrame) => void {
  const { packs, values } = context;
  const waiting = new Map<string, ListedFrame>(); // by product: the newest alone
  let running = 0;

  async function bring(frame: ListedFrame): Promise<void> {
    try {
      await packs.open(frame);
      if (isAlwaysWanted(frame)) await values.open(frame);
    } catch (error) {
      log.debug({ frame: frame.tilesKey, reason: messageOf(error) }, 'a frame was not brought over ahead');
    }
  }

  function next(): void {
    for (const [key, frame] of waiting) {
      if (running >= atOnce) return;
      waiting.delete(key);
      if (!isDefault(context, frame)) continue;
      running++;
      void bring(frame).then(() => {
        running--;
        next();
      });
    }
  }

  return (frame) => {
    if (frame.tilesKey === null || (!isAlwaysWanted(frame) && !packs.holds(frame))) return;
    if (!isDefault(context, frame)) return;
    waiting.set(`${frame.family}/${frame.product}`, frame);
    setImmediate(next); // after the other frames of the same batch are listed
  };
}

function isAlwaysWanted({ family }: ListedFrame): boolean {
  return family === 'radar';
}

/** Whether a request without a time gets this frame. */
function isDefault({ index, clock }: TileContext, frame: ListedFrame): boolean {
  const product = findServed(frame.family as Family, frame.product)?.product;
  if (!product) return false;
  const choice = isMeasured(product.family)
    ? chooseMeasured(index, product, undefined)
    : chooseModelled(index, product, { run: undefined, valid: undefined }, clock());
  return choice?.frame === frame;
}
