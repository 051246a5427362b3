import { generationEvery } from '../model/generation.ts';
import { Recent } from '../recent.ts';
import { discussionsOfRound, type Discussion } from './discussions.ts';
import { watchesOfRound, type Watch } from './watches.ts';

/** The watches and discussions of a seed, in order of issue. */
export interface CenterBook {
  /** Those issued by `now` that expire after `since`. */
  watches(since: number, now: number): Watch[];
  discussions(since: number, now: number): Discussion[];
}

/** Number of past generations whose products may still be in force or requested. */
const roundsBack = 6;

export function openCenterBook(seed: number): CenterBook {
  const watches = new Recent<number, Watch[]>(12, (index) => watchesOfRound(seed, index));
  const discussions = new Recent<number, Discussion[]>(12, (index) =>
    discussionsOfRound(seed, index, watches.get(index)),
  );
  const between = <T extends Watch | Discussion>(of: Recent<number, T[]>, since: number, now: number): T[] => {
    const newest = Math.floor(now / generationEvery);
    return Array.from({ length: roundsBack + 1 }, (_, i) => of.get(newest - roundsBack + i))
      .flat()
      .filter(({ issuedAt, expiresAt }) => issuedAt <= now && expiresAt > since)
      .toSorted((one, other) => one.issuedAt - other.issuedAt);
  };
  return {
    watches: (since, now) => between(watches, since, now),
    discussions: (since, now) => between(discussions, since, now),
  };
}
