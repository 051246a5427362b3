import { UpstreamError } from '@severe/base';
import type { Feed } from '@severe/ingest';
import { bucketFeeds, quietRunsOf } from './feeds.ts';
import { contextOf } from './round.ts';
import type { Stores } from './stores.ts';

/** Most runs of a feed until it has everything. */
const maxRuns = 120;

/** Runs every feed with good providers until it brings nothing new. Feeds that others need come first. */
export async function storeEverything(stores: Stores, feeds: Feed[]): Promise<void> {
  const first = ['nws-alerts', 'spc-watches', 'nwps-gauges', 'nws-observations'];
  const isFirst = ({ id }: Feed): boolean => first.includes(id);
  for (const group of [feeds.filter(isFirst), feeds.filter((feed) => !isFirst(feed))]) {
    await Promise.all(group.map((feed) => runToTheEnd(stores, feed)));
  }
}

async function runToTheEnd(stores: Stores, feed: Feed): Promise<void> {
  const context = contextOf(stores, feed);
  for (let run = 0, quiet = 0; run < maxRuns && quiet < quietRunsOf(feed); run++) {
    const report = await feed.run(context).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error; // on a busy machine a request may take too long
    });
    quiet = report && report.new + report.changed === 0 && !report.more ? quiet + 1 : 0;
    if (bucketFeeds.has(feed.id)) {
      await stores.sql(`update frame_jobs set state = 'done' where state in ('waiting', 'running')`);
    }
  }
}
