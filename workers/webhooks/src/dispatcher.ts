import { messageOf, type Log } from '@severe/base';
import type { ClaimedWebhook } from '@severe/db';
import { runCycle, type CycleContext, type CycleReport } from './run-cycle.ts';

/** Starts the cycles that are due. */
export interface Dispatcher {
  /** Claims due webhooks while there is room, and starts their cycles. Concurrent calls share one search. */
  dispatch(): Promise<void>;
  /** Extends the claims of the running cycles. */
  renew(): Promise<void>;
  /** Resolves when no cycle runs. */
  idle(): Promise<void>;
}

/** Webhooks per claim. */
const claimedAtOnce = 64;

/** @param onEnd called after each cycle */
export function createDispatcher(
  context: CycleContext & { log: Log },
  onEnd: (webhook: ClaimedWebhook, report: CycleReport) => void,
): Dispatcher {
  const { db, limits, log, ending } = context;
  const running = new Map<number, Promise<void>>();
  let searching: Promise<void> | undefined;
  let again = false;

  function start(webhook: ClaimedWebhook): void {
    const cycle = runCycle(webhook, context)
      .then((report) => onEnd(webhook, report))
      .catch((error: unknown) => {
        // The claim ends by itself, and the next one starts where this one stopped.
        log.error({ webhook: webhook.id, reason: messageOf(error) }, 'the cycle of a webhook was not completed');
      })
      .finally(() => running.delete(webhook.id));
    running.set(webhook.id, cycle);
  }

  async function search(): Promise<void> {
    do {
      again = false;
      for (let room = limits.cycles - running.size; room > 0 && !ending.aborted; room = limits.cycles - running.size) {
        const claimed = await db.webhookDeliveries.claim(Math.min(room, claimedAtOnce), limits.leaseMs);
        // After an outage of the database a claim may have ended while its cycle still runs here.
        for (const webhook of claimed) if (!running.has(webhook.id)) start(webhook);
        if (claimed.length === 0) break;
      }
    } while (again);
  }

  return {
    dispatch() {
      again = searching !== undefined; // what became due after the running search began is found by another one
      return (searching ??= search().finally(() => (searching = undefined)));
    },
    async renew() {
      const ids = [...running.keys()];
      if (ids.length > 0) await db.webhookDeliveries.renew(ids, limits.leaseMs);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
