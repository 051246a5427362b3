import { setTimeout as pause } from 'node:timers/promises';
import { messageOf, UpstreamError, type Log } from '@severe/base';

/** Writes results of requests, also through an outage of the database. */
export interface Persist {
  /** Repeats a write while the database is unavailable. Undefined if the process stops before the write succeeds. */
  store<T>(write: () => Promise<T>): Promise<T | undefined>;
  /** Resolves when no write waits for the database, or the process stops: until then, no more requests should be sent. */
  recovered(): Promise<void>;
}

const pauseMs = 250;
/** Attempts after the stop of the process has begun. */
const lastAttempts = 8;

/**
 * A request that was sent cannot be taken back: its result is kept in memory until the database has it. Otherwise the
 * delivery would be repeated after every outage.
 */
export function createPersist(log: Log, ending: AbortSignal): Persist {
  const waiting = new Set<object>();

  async function store<T>(write: () => Promise<T>): Promise<T | undefined> {
    let hasFailed = false;
    try {
      for (let left = lastAttempts; left > 0; left -= ending.aborted ? 1 : 0) {
        try {
          return await write();
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error;
          if (!hasFailed) {
            log.warn({ reason: messageOf(error) }, 'the result of a request could not be stored; it will be retried');
            waiting.add(write);
          }
          hasFailed = true;
          await pause(pauseMs);
        }
      }
      return undefined;
    } finally {
      waiting.delete(write);
    }
  }

  return {
    store,
    async recovered() {
      while (waiting.size > 0 && !ending.aborted) await pause(pauseMs);
    },
  };
}
