import { SharedTask } from '@severe/async';
import type { Surroundings, SurroundingsQueries } from '@severe/db';
import type { Point } from '@severe/geo';

/** @param caller aborts when the caller does not want it any more */
export type FindSurroundings = (place: Point, at: Date, caller?: AbortSignal) => Promise<Surroundings>;

/**
 * Shares running statements: a map that opens a place asks for its summary, briefing and timeline at once. A statement that
 * no caller wants any more is cancelled. Results are not cached here; the response cache knows when they are out of date.
 *
 * @param queriesWhile the queries, which end when a signal aborts
 */
export function shareSurroundings(
  queriesWhile: (wanted: AbortSignal) => Pick<SurroundingsQueries, 'of'>,
): FindSurroundings {
  const running = new Map<string, SharedTask<Surroundings>>();
  const find: FindSurroundings = (place, at, caller) => {
    const key = `${place.lat},${place.lon}`;
    const known = running.get(key);
    if (known?.abandoned) return known.ended.then(() => find(place, at, caller));
    if (known) return known.join(caller);
    const found = new SharedTask((wanted) =>
      queriesWhile(wanted)
        .of(place, at)
        .finally(() => running.delete(key)),
    );
    running.set(key, found);
    return found.join(caller);
  };
  return find;
}
