import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { emptyReport, type Feed } from '../../feed.ts';
import { bundledEdition, type BundledPlace } from './bundled.ts';

const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './thread-from-source.mjs' : './thread.js',
  import.meta.url,
);

/**
 * The places that come with the program, stored once for each edition of them. Loading goes on where others wait for the
 * database too, a batch at a time; whoever asks before the end finds a part of them.
 */
export const places: Feed = {
  id: 'places',
  source: 'places',
  about: 'Names of cities, and postcodes, that come with the program',
  everySeconds: 86_400,
  startDelaySeconds: 30,
  async run({ db, clock }) {
    const report = emptyReport();
    const edition = bundledEdition();
    if ((await db.places.edition('bundled')) !== edition) {
      for await (const batch of batches()) {
        await db.places.put(batch);
        report.new += batch.length;
      }
      await db.places.finishEdition('bundled', edition);
    }
    await db.sourceRuns.recordData('places', clock());
    return report;
  },
};

/** Batches of places from a thread, each made when it is asked for. */
async function* batches(): AsyncIterable<BundledPlace[]> {
  const thread = new Worker(threadFile);
  try {
    for (;;) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage('next');
      const [batch] = (await once(thread, 'message')) as [BundledPlace[]];
      if (batch.length === 0) return;
      yield batch;
    }
  } finally {
    await thread.terminate();
  }
}
