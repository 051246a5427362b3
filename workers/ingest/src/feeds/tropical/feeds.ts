import type { Feed } from '../../feed.ts';
import { createFreshness } from './freshness.ts';
import { createNhcOutlook } from './outlook-feed.ts';
import { createNhcStorms } from './storms-feed.ts';

/** What the National Hurricane Center says: storms, and where they may form. */
export function createNhcFeeds(): Feed[] {
  const fetched = createFreshness('tropical', ['storms', 'al', 'ep', 'cp']);
  return [createNhcStorms(fetched), createNhcOutlook(fetched)];
}
