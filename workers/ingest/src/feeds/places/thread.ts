/** Thread that reads the bundled places, which takes 0.5 s. */
import { bundledPlaces, type BundledPlace } from './bundled.ts';

const batchSize = 250;
const places = bundledPlaces()[Symbol.iterator]();

/** The next batch; an empty one after the last. */
export default function nextBatch(): BundledPlace[] {
  const batch: BundledPlace[] = [];
  for (let next = places.next(); !next.done; next = places.next()) {
    batch.push(next.value);
    if (batch.length === batchSize) break;
  }
  return batch;
}
