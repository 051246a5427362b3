import type { Surroundings, SurroundingsQueries } from '@severe/db';

/**
 * Shares running statements: a map that opens a place asks for its summary, briefing and timeline at once. Results are
 * not cached here; the response cache knows when they are out of date.
 */
export function shareSurroundings(
  queries: Pick<SurroundingsQueries, 'of'>,
): (place: { lat: number; lon: number }, at: Date) => Promise<Surroundings> {
  const running = new Map<string, Promise<Surroundings>>();
  return (place, at) => {
    const key = `${place.lat},${place.lon}`;
    const known = running.get(key);
    if (known) return known;
    const found = queries.of(place, at).finally(() => running.delete(key));
    running.set(key, found);
    return found;
  };
}
