import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { createGate } from '@severe/async';
import { messageOf, type Log } from '@severe/base';
import type { SourceLeases } from '@severe/db';
import type { Feed } from './feed.ts';

/** A process that has not renewed its leases for so long has died or stands still: others take its sources. */
const leaseMs = 15_000;
const renewMs = leaseMs / 5;
/** Longest wait before a process asks again for a source that another one has; the shortest one. */
const mostWaitMs = 5000;
const leastWaitMs = 500;

/** Decides which process runs a feed, of all that have it. */
export interface SourceTurns {
  /** Asks for a run of a feed. @returns 0 if it may begin, else after how many milliseconds to ask again */
  take(feed: Feed): Promise<number>;
  /** Says that the run has ended, and after how many milliseconds the next one is due. */
  end(feed: Feed, waitMs: number): Promise<void>;
  /** Lets others have the sources at once. */
  close(): Promise<void>;
}

/** A process that has its database to itself runs every feed. */
export const alone: SourceTurns = { take: async () => 0, end: async () => {}, close: async () => {} };

/**
 * The feeds of a source are run by one of the processes with this database, as long as that one lives, because what they have
 * learned about its providers (what has not changed, when data arrive, whether one stands in for another) is in its memory. Sources
 * are spread: a process with fewer of them gets one after its next run.
 */
export function sharedTurns(leases: SourceLeases, log: Log): SourceTurns {
  const owner = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const runOf = ({ id, source }: Feed) => ({ feed: id, source, owner, leaseMs });
  const oneByOne = createGate(1); // else it asks for several sources by the same count of those that it has
  const complain = (what: string) => (error: unknown) => log.warn({ reason: messageOf(error) }, what);
  const renewing = setInterval(() => {
    leases.renew(owner, leaseMs).catch(complain('the leases of sources were not renewed'));
  }, renewMs);
  return {
    async take(feed) {
      try {
        const turn = await oneByOne.run(() => leases.take(runOf(feed)));
        return turn.isTaken ? 0 : Math.min(Math.max(turn.waitMs, leastWaitMs), mostWaitMs);
      } catch (error) {
        complain(`feed ${feed.id}: whether it may run is not known`)(error);
        return mostWaitMs;
      }
    },
    end: (feed, waitMs) =>
      leases.end(runOf(feed), waitMs).catch(complain(`feed ${feed.id}: the end of its run was not recorded`)),
    async close() {
      clearInterval(renewing);
      await leases.release(owner).catch(complain('the leases of sources were not given back'));
    },
  };
}
