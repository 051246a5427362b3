import { startTimer } from '@severe/async';
import { failpointsOf, messageOf, type Clock, type Log, type Settings } from '@severe/base';
import { jobs } from '@severe/catalogue';
import type { Tables } from '@severe/db';
import type { Resolve } from '@severe/outbound';
import type { Platform, Queue } from '@severe/platform';
import { recordSpan } from '@severe/tracing';
import { composeAlertMail } from './compose-alert-mail.ts';
import { createDispatcher } from './dispatcher.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { matchEverything, type Found } from './match.ts';
import { createPace, watchBusiness } from './pace.ts';
import { createPersist } from './persist.ts';
import { repeatable } from './repeatable.ts';

export interface WebhooksWorkerOptions {
  settings: Pick<Settings, 'webhookAllowPrivate' | 'failpoint'>;
  db: Pick<Tables, 'webhookDeliveries' | 'savedLocations'>;
  platform: Pick<Platform, 'queue'>;
  clock: Clock;
  log: Log;
  /** Base URL of links in messages and mails. */
  publicUrl: string;
  /** Whether the alerts are simulated; mails say so. */
  simulated: boolean;
  /** Replaces default limits. */
  limits?: Partial<Limits>;
  /** Certificate of the receivers, in tests. */
  receiverCa?: string;
  /** Replaces name servers, in tests. */
  resolve?: Resolve;
}

/** Pause between two matches for webhooks that have room again. */
const matchEveryMs = 100;

export interface WebhooksWorker {
  /** Matches what has changed, delivers what is due, and resolves when no cycle runs. */
  idle(): Promise<void>;
  /** Starts no more requests, and waits for the running ones. */
  close(): Promise<void>;
}

/**
 * Starts the worker, which tells webhooks and saved locations of alerts. Jobs wake it; sweeps find what no job came for,
 * since all work is rows of the database. Several processes may have one.
 */
export function startWebhooksWorker(options: WebhooksWorkerOptions): WebhooksWorker {
  const { settings, db, platform, log, clock, publicUrl, simulated } = options;
  const { queue } = platform;
  const limits = { ...defaultLimits, ...options.limits };
  const ending = new AbortController();
  const failpoint = failpointsOf(settings.failpoint);
  const wake = createWake(queue);

  const context = {
    ...options,
    policy: { allowPrivate: settings.webhookAllowPrivate },
    limits,
    failpoint,
    paces: limits.lanes.map(({ leastYoung: least, mostYoung: most }) =>
      createPace({ least, most, perTurn: limits.youngPerTurn, youngMs: limits.youngMs, isBusy: watchBusiness() }),
    ),
    persist: createPersist(log, ending.signal),
    ending: ending.signal,
  };
  const dispatcher = createDispatcher(context, (webhook, { delivered, failed, nextMs, disabled, hasRoom }) => {
    log.info({ webhook: webhook.id, delivered, failed, ...(disabled ? { disabled } : {}) }, 'webhook cycle ended');
    if (ending.signal.aborted) return;
    if (hasRoom) deferred = matchDeferred().catch(complain);
    if (nextMs > 0) wake(jobs.deliverWebhooks, nextMs);
  });

  /** The last match for webhooks that had room for deferred alerts. */
  let deferred = Promise.resolve();

  function onStep({ deliveries, mails }: Found): void {
    if (mails > 0) wake(jobs.sendMail);
    if (deliveries === 0) return;
    dispatcher.dispatch().catch(complain);
    wake(jobs.deliverWebhooks); // another process may have room
  }

  /** Matches that run: those of jobs, of sweeps and of webhooks with room. */
  const matching = new Set<Promise<void>>();

  function match(): Promise<void> {
    const run = matchOnce().finally(() => matching.delete(run));
    matching.add(run);
    return run;
  }

  async function matchOnce(): Promise<void> {
    if (ending.signal.aborted) return;
    const compose = composeAlertMail({ publicUrl, simulated, clock });
    const startedAt = performance.now();
    const { deliveries, mails } = await matchEverything({ db, compose, onStep });
    if (deliveries + mails > 0) {
      const attributes = { 'severe.deliveries': deliveries, 'severe.mails': mails };
      recordSpan('match alerts', startedAt, { attributes });
    }
    failpoint('webhooks.after-match');
    if (deliveries + mails > 0) log.info({ deliveries, mails }, 'alerts matched');
  }

  async function sweep(): Promise<void> {
    const expired = await db.webhookDeliveries.expire();
    if (expired > 0) log.info({ expired }, 'webhook deliveries expired with their alerts');
    await match();
    await dispatcher.dispatch();
  }

  const matchDeferred = repeatable(() => match().then(() => dispatcher.dispatch()), matchEveryMs, ending.signal);
  const complain = (error: unknown): void =>
    log.error({ reason: messageOf(error) }, 'webhooks could not be matched or delivered; it will be retried');
  queue.onWake(jobs.matchAlerts, 1, () =>
    match()
      .then(() => dispatcher.dispatch())
      .catch(complain),
  );
  queue.onWake(jobs.deliverWebhooks, 1, () => dispatcher.dispatch().catch(complain));
  const timers = [
    startTimer(limits.sweepMs, sweep, complain),
    startTimer(limits.leaseMs / 3, () => dispatcher.renew(), complain),
  ];

  return {
    async idle() {
      let awaited;
      do {
        awaited = deferred;
        await sweep();
        await Promise.allSettled([...matching, deferred]);
        await dispatcher.idle();
      } while (deferred !== awaited || matching.size > 0);
    },
    async close() {
      ending.abort();
      await Promise.all(timers.map((timer) => timer.stop()));
      await dispatcher.idle();
    },
  };
}

/** Wakes workers, once for all calls of one second. */
function createWake(queue: Pick<Queue, 'wake'>): (name: string, delayMs?: number) => void {
  return (name, delayMs = 0) => {
    const second = Math.ceil((Date.now() + delayMs) / 1000);
    const options = delayMs === 0 ? {} : { id: `at ${second}`, delayMs: Math.max(0, second * 1000 - Date.now()) };
    void queue.wake(name, options);
  };
}
