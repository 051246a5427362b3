import { DataError } from '@severe/base';
import type { WatchWithProbabilities } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed } from '../../feed.ts';
import { parseTextListing, parseTextProduct } from '../bulletins/parse.ts';
import { parseWatchText } from './parse-text.ts';

const list = 'https://api.weather.gov/products/types/WWP';
const product = 'https://api.weather.gov/products';
const accept = 'application/ld+json';
const largest = 4 << 20;

/** Of the watches in force none was issued longer ago. */
const oldestMs = 14 * 3_600_000;
/** So many bulletins are read in a run, the newest first. */
const atOnce = 10;

/**
 * The chances of what a watch is for, which its bulletin of probabilities alone tells. Nothing is asked for while no watch
 * waits for them; a bulletin that comes before its watch is kept until that is here.
 */
export function createWatchProbabilities(): Feed {
  let read = new Map<string, WatchWithProbabilities | undefined>();

  return {
    id: 'spc-watch-probabilities',
    source: 'watches',
    about: 'Chances of tornadoes, wind and hail within watches, from bulletins of the Storm Prediction Center',
    everySeconds: 120,
    startDelaySeconds: 12,
    async run(context) {
      const { db, fetcher, clock } = context;
      const report = { ...emptyReport(), sound: true };
      const now = clock();
      if ((await db.watches.countWithoutProbabilities(now)) === 0) return report;
      const text = await fetcher.text(list, { accept, maxBytes: largest });
      if (text === undefined) return report;
      const fresh = parseTextListing(text).rows.filter(({ issuedAt }) => now.getTime() - issuedAt.getTime() < oldestMs);
      read = new Map(fresh.flatMap(({ id }) => (read.has(id) ? [[id, read.get(id)]] : [])));
      for (const { id } of fresh.filter((entry) => !read.has(entry.id)).slice(0, atOnce)) {
        const bulletin = await fetcher.text(`${product}/${id}`, { accept, maxBytes: largest });
        try {
          read.set(id, bulletin === undefined ? undefined : foreseenIn(bulletin));
        } catch (error) {
          if (!(error instanceof DataError)) throw error;
          read.set(id, undefined); // it will not read better the next time
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

function foreseenIn(bulletin: string): WatchWithProbabilities | undefined {
  const { text, issuedAt } = parseTextProduct(bulletin);
  const { year, number, probabilities } = parseWatchText(text, issuedAt);
  return probabilities ? { year, number, probabilities } : undefined;
}
