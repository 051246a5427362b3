import { DataError, StartError } from '@severe/base';
import { createFeeds, createFileFetcher, createHttpFetcher, type FeedReport } from '@severe/ingest';
import { withStores } from '../../with-stores.ts';

/** All feeds, for `severe feed list`. */
export function listFeeds(): { id: string; source: string; everySeconds: number; about: string }[] {
  return createFeeds().map(({ id, source, everySeconds, about }) => ({ id, source, everySeconds, about }));
}

/**
 * Runs a feed once.
 *
 * @param options.from files to use as responses, in order; default: requests to the provider
 * @param options.demo stores the data as simulated weather
 * @throws {StartError} if no feed has that id
 */
export async function runFeed(
  id: string,
  { from, demo = false }: { from?: string[]; demo?: boolean },
): Promise<FeedReport> {
  const feeds = createFeeds();
  const chosen = feeds.find((candidate) => candidate.id === id);
  if (!chosen) throw new StartError(`no feed is named ${id}; feeds are ${feeds.map((f) => f.id).join(', ')}`);
  return withStores(demo, async ({ settings, db, platform: { objects, queue, pubsub }, clock, log, signal }) => {
    const dependencies = { settings, db, objects, queue, pubsub, clock, log, signal };
    if (!from) {
      const fetcher = createHttpFetcher(settings.providers, signal);
      return refusing(chosen.id, () => chosen.run({ fetcher, ...dependencies }));
    }
    // A feed with one request per run is run once per file.
    const fetcher = createFileFetcher(from);
    let report: FeedReport | undefined;
    for (let left = from.length; left > 0; left = Math.min(left - 1, fetcher.left())) {
      const next = await refusing(from[from.length - left], () => chosen.run({ fetcher, ...dependencies }));
      report = report ? sumOf(report, next) : next;
    }
    return report!;
  });
}

/** A response that cannot be read at all is refused like a part of it. */
async function refusing(what: string, run: () => Promise<FeedReport>): Promise<FeedReport> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return { new: 0, changed: 0, unchanged: 0, refused: [{ what, why: error.message }], more: false };
  }
}

/** The sum of two reports. */
function sumOf(one: FeedReport, other: FeedReport): FeedReport {
  return {
    new: one.new + other.new,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    refused: [...one.refused, ...other.refused],
    more: other.more,
  };
}

export function summaryOf(report: FeedReport): string {
  const refused = report.refused.map(({ what, why }) => `  refused ${what}: ${why}\n`).join('');
  const counts = `${report.new} new, ${report.changed} changed, ${report.unchanged} unchanged, ${report.refused.length} refused`;
  return `${counts}${report.more ? '; the provider has more data' : ''}\n${refused}`;
}
