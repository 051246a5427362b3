import { memoize, withTimeout } from '@severe/async';
import { messageOf, type Clock, type Log } from '@severe/base';
import { sources, type ModelSettings } from '@severe/catalogue';
import type { Database } from '@severe/db';
import { sourceStates, vitalSources } from '../resources/meta/source-status.ts';

/** Ids of the vital sources whose newest data are stale. Empty while the database does not tell. */
export type LateSources = () => Promise<string[]>;

const cacheMs = 5000;
const timeoutMs = 5000;

export function createLateSources(
  db: Pick<Database, 'sourceRuns'>,
  {
    clock,
    simulated,
    settings,
    log,
  }: { clock: Clock; simulated: boolean; settings?: ModelSettings | undefined; log: Log },
): LateSources {
  return memoize(cacheMs, async () => {
    const now = clock();
    try {
      const health = await withTimeout(timeoutMs, db.sourceRuns.health(now));
      return sourceStates(sources, health, { now, simulated, settings })
        .filter(({ source, status }) => vitalSources.has(source.id) && status === 'stale')
        .map(({ source }) => source.id);
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'the state of the sources could not be read');
      return [];
    }
  });
}
