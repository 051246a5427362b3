import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inParallel } from '@severe/async';
import { sources } from '@severe/catalogue';
import { checkFeed, enabledFeeds, HostGates, type Feed, type FeedCheck } from '@severe/ingest';
import { ownStores } from '../../own-stores.ts';
import type { Progress } from '../../progress.ts';
import { openWriter } from '../../record/open-writer.ts';
import { withProviders } from '../../with-stores.ts';
import { expectSources } from '../read-feeds.ts';
import { heading, lineOf, presentCheck, summaryOf } from './print.ts';

interface RunCheckOptions {
  live: boolean;
  /** Folder for the answers. */
  save: string | undefined;
  json: boolean;
  /** Megabytes after which a feed is asked for no more. */
  maxMb: number;
  print: (line: string) => void;
  show: Progress['show'];
}

/** Sources that are asked at the same time. */
const width = 4;

/**
 * Runs each feed once with stores of its own, and prints a line for each source.
 *
 * @param names ids of sources or feeds; empty: those of the settings
 * @returns whether every provider has answered with data that can be read
 * @throws {StartError} for an unknown name
 */
export async function runCheck(
  names: string[],
  { live, save, json, maxMb, print, show }: RunCheckOptions,
): Promise<boolean> {
  await expectSources(names);
  const scratch = await mkdtemp(join(tmpdir(), 'severe-check-'));
  const startedAt = performance.now();
  show('opening stores');
  try {
    return await withProviders(
      !live,
      async ({ settings, db, platform: { objects, queue, pubsub }, clock, log, simulated, signal }) => {
        const named = names.length === 0 ? settings : { ...settings, sources: names };
        const chosen = bySource(enabledFeeds(named, simulated));
        const ofWorld = { settings, clock, log, simulated };
        const writer = save === undefined ? undefined : await openWriter({ dir: save, maxBytes: Infinity }, ofWorld);
        const context = { settings, db, objects, queue, pubsub, clock, log, signal };
        const options = { context, gates: new HostGates(), writer, maxBytes: maxMb * 1e6 };
        if (!json) print(heading);
        let done = 0;
        show('asking', done, chosen.length);
        const checks = await inParallel(chosen, width, async ({ source, feeds }) => {
          const found: FeedCheck[] = [];
          for (const feed of feeds) found.push(await checkFeed(feed, options));
          show('asking', ++done, chosen.length);
          if (!json) print(lineOf(source, found, clock()));
          return { source, feeds: found };
        });
        await writer?.close();
        const all = checks.flatMap(({ feeds }) => feeds);
        const seconds = (performance.now() - startedAt) / 1000;
        print(json ? JSON.stringify(presentCheck(checks, clock())) : summaryOf(all, { seconds, live, save }));
        return all.every(({ state }) => state !== 'failed');
      },
      { ...process.env, ...ownStores, DATA_DIR: scratch },
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Feeds of a source run one after another, as later ones need what earlier ones store. */
function bySource(feeds: Feed[]): { source: string; feeds: Feed[] }[] {
  return sources
    .map(({ id }) => ({ source: id, feeds: feeds.filter(({ source }) => source === id) }))
    .filter((each) => each.feeds.length > 0);
}
