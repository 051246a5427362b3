import { DataError } from '@severe/base';
import type { WatchWithProbabilities } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { productList, productMedia, productText } from '../shared/product-lists.ts';

const options = { accept: productMedia, maxBytes: 4 << 20 };

/** Maximum age of a watch in force. */
const oldestMs = 14 * 3_600_000;
/** Bulletins per run, newest first. */
const bulletinsPerRun = 10;

/**
 * Creates the feed of watch probabilities, which only the WWP bulletin has. It makes no requests while all watches have
 * them. A bulletin that arrives before its watch is cached until the watch is stored.
 */
export function createWatchProbabilities(): Feed {
  let read = new Map<string, WatchWithProbabilities | undefined>();

  return {
    id: 'spc-watch-probabilities',
    source: 'watches',
    about: 'Probabilities of tornadoes, wind and hail in watches, from bulletins of the Storm Prediction Center',
    everySeconds: 120,
    startDelaySeconds: 12,
    async run(context) {
      const { db, fetcher, clock } = context;
      const report = { ...emptyReport(), isResponseValid: true };
      const now = clock();
      if ((await db.watches.countWithoutProbabilities(now)) === 0) return report;
      const text = await fetcher.text(productList('WWP', new Date(now.getTime() - oldestMs)), options);
      if (text === undefined) return report;
      const { rows } = await parseInThread('textListing', text);
      const fresh = rows.filter(({ issuedAt }) => now.getTime() - issuedAt.getTime() < oldestMs);
      read = new Map(fresh.flatMap(({ id }) => (read.has(id) ? [[id, read.get(id)]] : [])));
      for (const { id } of fresh.filter((entry) => !read.has(entry.id)).slice(0, bulletinsPerRun)) {
        const bulletin = await fetcher.text(productText(id), options);
        try {
          read.set(id, bulletin === undefined ? undefined : await parseInThread('watchProbabilities', bulletin));
        } catch (error) {
          if (!(error instanceof DataError)) throw error;
          read.set(id, undefined); // a retry would fail too
          report.refused.push({ what: id, why: error.message });
        }
      }
      const updated = await db.watches.addProbabilities([...read.values()].filter((watch) => watch !== undefined));
      report.changed = updated.length;
      if (updated.length > 0) await announce(context, { source: 'watches', updated });
      return report;
    },
  };
}
