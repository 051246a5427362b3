import { setImmediate as nextTurn } from 'node:timers/promises';

/** Values of one request that are read at once; other requests run in between. */
const batchSize = 8;

/**
 * Runs in batches with a turn of the event loop in between, because decoding a hundred blocks takes long. No batch begins
 * after `wanted` aborts.
 */
export async function inBatches<T, R>(
  items: readonly T[],
  wanted: AbortSignal,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < items.length; i += batchSize) {
    if (i > 0) await nextTurn();
    wanted.throwIfAborted();
    results.push(...(await Promise.all(items.slice(i, i + batchSize).map(task))));
  }
  return results;
}
