import { messageOf, type Log } from '@severe/base';
import type { ClaimedWebhook } from '@severe/db';
import { repeatable } from './repeatable.ts';
import { runCycle, type CycleContext, type CycleReport } from './run-cycle.ts';

/** Starts the cycles that are due. */
interface Dispatcher {
  /** Claims due webhooks of every lane while there is room, and starts their cycles. Concurrent calls share one search. */
  dispatch(): Promise<void>;
  /** Extends the claims of the running cycles. */
  renew(): Promise<void>;
  /** Resolves when no cycle runs, and none is due. */
  idle(): Promise<void>;
}

/** Webhooks per claim. */
const claimedAtOnce = 64;

/** A cycle that runs. */
interface Running extends Pick<ClaimedWebhook, 'turn' | 'host' | 'lane'> {
  done: Promise<void>;
  /** Its receiver has turned out to be slow, and it has given its place to others. */
  isSlow: boolean;
}

/** @param onEnd called after each cycle */
export function createDispatcher(
  context: CycleContext & { log: Log },
  onEnd: (webhook: ClaimedWebhook, report: CycleReport) => void,
): Dispatcher {
  const { db, limits, log, ending } = context;
  const running = new Map<number, Running>();
  /** Cycles so far. */
  let started = 0;
  const searches = limits.lanes.map(({ searchEveryMs }, lane) => repeatable(() => search(lane), searchEveryMs, ending));

  const searchAgain = (lane: number): void =>
    void searches[lane]().catch((error: unknown) =>
      log.error({ reason: messageOf(error) }, 'webhooks could not be claimed; it will be retried'),
    );

  function start(webhook: ClaimedWebhook): void {
    const { turn, host, lane } = webhook;
    started++;
    const onSlow = (): void => {
      if (cycle.isSlow) return;
      cycle.isSlow = true;
      searchAgain(lane);
    };
    const done = runCycle(webhook, context, onSlow)
      .then((report) => {
        onEnd(webhook, report);
        return report.lane;
      })
      .catch((error: unknown) => {
        // The claim ends by itself, and the next one starts where this one stopped.
        log.error({ webhook: webhook.id, reason: messageOf(error) }, 'the cycle of a webhook was not completed');
        return lane;
      })
      .then((nextLane) => {
        running.delete(webhook.id);
        for (const each of new Set([lane, nextLane])) searchAgain(each);
      });
    const cycle: Running = { turn, host, lane, done, isSlow: false };
    running.set(webhook.id, cycle);
  }

  /**
   * Starts the cycle of a claimed webhook, after one that still runs here: its claim ends in the database a little earlier, and after
   * an outage of the database much earlier.
   */
  function startNext(webhook: ClaimedWebhook): void {
    const current = running.get(webhook.id);
    if (current) void current.done.then(() => startNext(webhook));
    else if (!ending.aborted) start(webhook);
  }

  /** Cycles that may still be started in a lane. In those of fast receivers, slow ones count by themselves. */
  function roomIn(lane: number): number {
    const all = [...running.values()];
    if (limits.lanes[lane].isForFast && all.filter(({ isSlow }) => isSlow).length >= limits.mostSlow) return 0;
    return limits.lanes[lane].cycles - all.filter((one) => one.lane === lane && !one.isSlow).length;
  }

  /** Claims in fair turns, as long as there is room. */
  async function search(lane: number): Promise<void> {
    const { perTurn, perHost } = limits.lanes[lane];
    for (let room = roomIn(lane); room > 0 && !ending.aborted; room = roomIn(lane)) {
      const inLane = [...running.values()].filter((one) => one.lane === lane);
      const slow = inLane.filter(({ isSlow }) => isSlow);
      const fast = inLane.filter(({ isSlow }) => !isSlow);
      const claimed = await db.webhookDeliveries.claim(Math.min(room, claimedAtOnce), limits.leaseMs, {
        lane,
        perTurn,
        perHost,
        busyTurns: [...atLeast(perTurn, fast, 'turn'), ...atLeast(limits.slowPerTurn, slow, 'turn')],
        busyHosts: [...atLeast(perHost, fast, 'host'), ...atLeast(perHost, slow, 'host')],
      });
      for (const webhook of claimed) startNext(webhook);
      if (claimed.length === 0) break;
    }
  }

  const dispatch = async (): Promise<void> => void (await Promise.all(searches.map((find) => find())));

  return {
    dispatch,
    async renew() {
      const ids = [...running.keys()];
      if (ids.length > 0) await db.webhookDeliveries.renew(ids, limits.leaseMs);
    },
    async idle() {
      let before;
      do {
        await Promise.all([...running.values()].map(({ done }) => done));
        before = started;
        await dispatch();
      } while (running.size > 0 || started > before); // a cycle that began and ended meanwhile makes room for others
    },
  };
}

/** The values that so many cycles have. */
function atLeast(count: number, cycles: Running[], member: 'turn' | 'host'): string[] {
  const counts = new Map<string, number>();
  for (const { [member]: value } of cycles) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].filter(([, found]) => found >= count).map(([value]) => value);
}
