import { setTimeout as pause } from 'node:timers/promises';
import { messageOf, UpstreamError, type Log } from '@severe/base';

/** Repeats a write while the database is unavailable. Undefined if the process stops before the write succeeds. */
export type Persist = <T>(write: () => Promise<T>) => Promise<T | undefined>;

const pauseMs = 250;
/** Attempts after the stop of the process has begun. */
const lastAttempts = 8;

/**
 * A request that was sent cannot be taken back: its result is kept in memory until the database has it. Otherwise the
 * delivery would be repeated after every outage.
 */
export function createPersist(log: Log, ending: AbortSignal): Persist {
  return async (write) => {
    for (let left = lastAttempts; left > 0; left -= ending.aborted ? 1 : 0) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        log.warn(
          { reason: messageOf(error) },
          'the result of a webhook request could not be stored; it will be retried',
        );
        await pause(pauseMs);
      }
    }
    return undefined;
  };
}
