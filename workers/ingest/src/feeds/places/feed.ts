import { moduleBeside, TaskPool } from '@severe/async/task-pool';
import { emptyReport, type Feed } from '../../feed.ts';
import { bundledEdition, type BundledPlace } from './bundled.ts';

/**
 * The bundled places, loaded once per version, in batches, so that other database users are not delayed. During
 * loading, searches find a part of them.
 */
export const places: Feed = {
  id: 'places',
  source: 'places',
  about: 'Bundled names of cities, and postcodes',
  everySeconds: 86_400,
  startDelaySeconds: 30,
  async run({ db, clock, signal }) {
    const report = emptyReport();
    const edition = bundledEdition();
    if ((await db.places.edition('bundled')) !== edition) {
      for await (const batch of batches()) {
        signal.throwIfAborted();
        await db.places.put(batch);
        report.new += batch.length;
      }
      await db.places.finishEdition('bundled', edition);
    }
    await db.sourceRuns.recordData('places', clock());
    return report;
  },
};

/** Batches of places from a thread, each created on request. */
async function* batches(): AsyncIterable<BundledPlace[]> {
  const thread = new TaskPool({ module: moduleBeside(import.meta.url, 'thread') });
  try {
    for (;;) {
      const batch = await thread.run<BundledPlace[]>({});
      if (batch.length === 0) return;
      yield batch;
    }
  } finally {
    await thread.close();
  }
}
