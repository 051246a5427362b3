import { messageOf } from '@severe/base';
import { sources } from '@severe/catalogue';
import type { ApiContext } from '../../context.ts';
import { sourceStates, type SourceState } from './source-status.ts';

/**
 * The state of every source now. The age of a model is that of its newest run: its newest valid time lies in the
 * future for as long as a whole outage may last.
 *
 * Where the database is away every source is unknown; that is for health to tell, and no reason to say nothing.
 */
export async function readSources({ db, clock, newestHrrrRun, log, simulated }: ApiContext): Promise<SourceState[]> {
  const now = clock();
  const world = { now, simulated };
  try {
    const [health, newestRun] = await Promise.all([db.sourceRuns.health(now), newestHrrrRun()]);
    return sourceStates(sources, health, world, { hrrr: newestRun });
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'the health of the sources could not be read');
    return sourceStates(sources, [], world);
  }
}
