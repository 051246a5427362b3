import type { Feed } from '../../feed.ts';
import { createFreshness } from './freshness.ts';
import { createNhcOutlook } from './outlook-feed.ts';
import { createNhcStorms } from './storms-feed.ts';

/** Creates the feeds of the National Hurricane Center: storms and outlooks. */
export function createNhcFeeds(): Feed[] {
  const fetched = createFreshness('tropical', ['storms', 'al', 'ep', 'cp']);
  return [createNhcStorms(fetched), createNhcOutlook(fetched)];
}
