/** Thread that reads the bundled places, which takes 0.5 s. It sends one batch for each message. */
import { parentPort } from 'node:worker_threads';
import { bundledPlaces, type BundledPlace } from './bundled.ts';

const batchSize = 250;
const places = bundledPlaces()[Symbol.iterator]();

parentPort?.on('message', () => {
  const batch: BundledPlace[] = [];
  for (let next = places.next(); !next.done; next = places.next()) {
    batch.push(next.value);
    if (batch.length === batchSize) break;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(batch);
});
