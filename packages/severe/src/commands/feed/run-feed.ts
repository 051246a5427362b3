import { StartError } from '@severe/base';
import { createFeeds, createHttpFetcher, type Feed, type FeedReport } from '@severe/ingest';
import type { Progress } from '../../progress.ts';
import { withProviders, withStores } from '../../with-stores.ts';
import { requireFiles } from '../require-files.ts';
import { runOnFiles } from './run-on-files.ts';
import { refusing } from './refusing.ts';

/** All feeds, for `severe feed list`. */
export function listFeeds(): { id: string; source: string; everySeconds: number; about: string }[] {
  return createFeeds().map(({ id, source, everySeconds, about }) => ({ id, source, everySeconds, about }));
}

/**
 * Runs a feed once.
 *
 * @param id           id of a feed; with files also the id of a source, whose feeds read them
 * @param options.from files in another form of the feed, such as bulletins, and files to use as responses, in order;
 *   default: requests to the provider
 * @param options.demo stores the data as simulated weather, of simulated providers
 * @param show called with what begins
 * @throws {StartError} if no feed has that id, or a file does not exist
 */
export async function runFeed(
  id: string,
  { from, demo = false }: { from?: string[]; demo?: boolean },
  show: Progress['show'] = () => {},
): Promise<FeedReport> {
  const chosen = feedsNamed(id, from !== undefined);
  await requireFiles(from ?? []);
  show('opening the stores');
  const open = from ? withStores : withProviders;
  return open(demo, async ({ settings, db, platform: { objects, queue, pubsub }, clock, log, signal }) => {
    const dependencies = { settings, db, objects, queue, pubsub, clock, log, signal };
    show(from ? `reading ${from.length === 1 ? 'a file' : `${from.length} files`}` : `running ${id}`);
    if (!from) {
      const fetcher = createHttpFetcher(settings, signal);
      return refusing(chosen[0].id, () => chosen[0].run({ fetcher, ...dependencies }));
    }
    return runOnFiles(chosen, from, dependencies);
  });
}

/** The feed with an id, or for files the feeds of a source. @throws {StartError} if there is none */
function feedsNamed(id: string, forFiles: boolean): Feed[] {
  const feeds = createFeeds();
  const found = feeds.filter((feed) => feed.id === id);
  const ofSource = feeds.filter(({ source }) => source === id);
  if (found.length === 0 && forFiles && ofSource.length > 0) return ofSource;
  if (found.length === 0)
    throw new StartError(`no feed is named ${id}; feeds are ${feeds.map((f) => f.id).join(', ')}`);
  return found;
}

/** A report as lines of text. */
export function summaryOf(report: FeedReport): string {
  const refused = report.refused.map(({ what, why }) => `  refused ${what}: ${why}\n`).join('');
  const conflicts = (report.conflicts ?? []).map(({ what, why }) => `  conflict ${what}: ${why}\n`).join('');
  const ignored = Object.entries(report.ignored ?? {})
    .map(([why, count]) => `  ignored ${count}: ${why}\n`)
    .join('');
  const unknown = (report.unknownWords ?? [])
    .map(
      ({ field, word, count }) =>
        `  unknown ${field} ${JSON.stringify(word)}, ${count === 1 ? 'once' : `${count} times`}\n`,
    )
    .join('');
  const counts = `${report.new} new, ${report.changed} changed, ${report.unchanged} unchanged, ${report.refused.length} refused`;
  return `${counts}${report.more ? '; the provider has more data' : ''}\n${refused}${conflicts}${ignored}${unknown}`;
}
