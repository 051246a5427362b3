import type { FeedContext } from '../../feed.ts';

/** Says that a part of a source has been fetched as it is now. */
export type Fetched = (context: FeedContext, part: string) => Promise<void>;

/** A source of several parts is as fresh as the one that was fetched longest ago, so that none hides behind another. */
export function createFreshness(source: string, parts: string[]): Fetched {
  const fetchedAt = new Map<string, Date>();
  return async ({ db, clock }, part) => {
    fetchedAt.set(part, clock());
    if (parts.some((each) => !fetchedAt.has(each))) return;
    const oldest = Math.min(...[...fetchedAt.values()].map((at) => at.getTime()));
    await db.sourceRuns.recordData(source, new Date(oldest));
  };
}
