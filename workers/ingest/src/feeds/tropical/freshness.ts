import type { FeedContext } from '../../feed.ts';

/** Records that a part of a source is current. */
export type Fetched = (context: FeedContext, part: string) => Promise<void>;

/**
 * Creates the freshness of a source with several parts. It is that of the oldest part, so that a failing part is
 * visible.
 */
export function createFreshness(source: string, parts: string[]): Fetched {
  const fetchedAt = new Map<string, Date>();
  return async ({ db, clock }, part) => {
    fetchedAt.set(part, clock());
    if (parts.some((each) => !fetchedAt.has(each))) return;
    const oldest = Math.min(...[...fetchedAt.values()].map((at) => at.getTime()));
    await db.sourceRuns.recordData(source, new Date(oldest));
  };
}
