import { generationIntervalMs } from '../model/generation.ts';
import { LruCache } from '../lru-cache.ts';
import { discussionsOfGeneration, type Discussion } from './discussions.ts';
import { watchesOfGeneration, type Watch } from './watches.ts';

/** The watches and discussions of a seed, in order of issue. */
export interface CenterArchive {
  /** Those issued by `now` that expire after `since`. */
  watches(since: number, now: number): Watch[];
  discussions(since: number, now: number): Discussion[];
}

/** Number of past generations whose products may still be in force or requested. */
const generationsBack = 6;

export function openCenterArchive(seed: number): CenterArchive {
  const watches = new LruCache<number, Watch[]>(12, (index) => watchesOfGeneration(seed, index));
  const discussions = new LruCache<number, Discussion[]>(12, (index) =>
    discussionsOfGeneration(seed, index, watches.get(index)),
  );
  const between = <T extends Watch | Discussion>(of: LruCache<number, T[]>, since: number, now: number): T[] => {
    const newest = Math.floor(now / generationIntervalMs);
    return Array.from({ length: generationsBack + 1 }, (_, i) => of.get(newest - generationsBack + i))
      .flat()
      .filter(({ issuedAt, expiresAt }) => issuedAt <= now && expiresAt > since)
      .toSorted((one, other) => one.issuedAt - other.issuedAt);
  };
  return {
    watches: (since, now) => between(watches, since, now),
    discussions: (since, now) => between(discussions, since, now),
  };
}
