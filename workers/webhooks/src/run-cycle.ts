import { inParallel } from '@severe/async';
import type { Clock, Failpoint } from '@severe/base';
import type { ClaimedWebhook, Delivery, Tables } from '@severe/db';
import { apiPrefix } from '@severe/http';
import { alertMessage, createPostAgent, sendWebhook, type GuardPolicy, type PostResult } from '@severe/outbound';
import { recordFailure, SpanKind, traced } from '@severe/tracing';
import type { Limits } from './limits.ts';
import { nextCycleMs } from './next-cycle.ts';
import type { Pace } from './pace.ts';
import type { Persist } from './persist.ts';

/** Dependencies of a cycle. */
export interface CycleContext {
  db: Pick<Tables, 'webhookDeliveries'>;
  /** Base URL of links. */
  publicUrl: string;
  clock: Clock;
  policy: GuardPolicy;
  limits: Limits;
  /** Runs requests when there is room. */
  pace: Pace;
  /** Writes results through an outage of the database. */
  persist: Persist;
  failpoint: Failpoint;
  /** Ends the cycle after the running requests. */
  ending: AbortSignal;
  /** Certificate of the receivers, in tests. */
  receiverCa?: string | undefined;
}

/** Result of a cycle. */
export interface CycleReport {
  delivered: number;
  failed: number;
  /** Time until the next cycle in milliseconds; 0 if deliveries are left although none failed. */
  nextMs: number;
  disabled: boolean;
}

/**
 * Runs one cycle of a claimed webhook: sends what is pending, records each attempt, and ends the claim. A delivery that
 * fails waits for the next cycle, behind those that were tried less often.
 */
export async function runCycle(webhook: ClaimedWebhook, context: CycleContext): Promise<CycleReport> {
  const { db, limits, persist } = context;
  const counts = await sendPending(webhook, context);
  const failures = counts.delivered > 0 ? 1 : webhook.consecutiveFailures + 1;
  const nextMs = counts.failed > 0 ? nextCycleMs(failures, Math.random(), limits) : 0;
  const end = { ...counts, waitMs: nextMs, mostFailures: limits.mostFailures };
  const disabled = (await persist.store(() => db.webhookDeliveries.endCycle(webhook.id, end))) ?? false;
  return { ...counts, nextMs, disabled };
}

async function sendPending(
  webhook: ClaimedWebhook,
  context: CycleContext,
): Promise<{ delivered: number; failed: number }> {
  const { db, limits, ending, receiverCa } = context;
  const width = webhook.consecutiveFailures > 0 ? 1 : limits.requestsPerWebhook;
  const agent = createPostAgent(width, receiverCa);
  const startedAt = performance.now();
  const tried = new Set<number>();
  const counts = { delivered: 0, failed: 0 };
  let unreachable = false;
  const isOver = (): boolean =>
    unreachable ||
    counts.failed >= limits.refusalsPerCycle ||
    ending.aborted ||
    performance.now() - startedAt >= limits.cycleMs;

  try {
    for (;;) {
      const readAt = performance.now();
      const current = await db.webhookDeliveries.current(webhook.id);
      if (!current) return counts;
      // Those that failed in this cycle may be among them.
      const pending = await db.webhookDeliveries.pending(webhook.id, tried.size + 8 * width);
      const fresh = pending.filter(({ id }) => !tried.has(id));
      if (fresh.length === 0) return counts;
      let started = 0; // one at least, however long the reading took
      await inParallel(fresh, width, async (delivery) => {
        if (isOver() || (started++ > 0 && performance.now() - readAt > limits.currentMs)) return;
        tried.add(delivery.id);
        const { error } = await deliver(current, delivery, { ...context, agent });
        if (error === null) counts.delivered++;
        else counts.failed++;
        if (error !== null && error !== 'status') unreachable = true;
      });
      if (isOver()) return counts;
    }
  } finally {
    agent.destroy();
  }
}

type DeliveryContext = CycleContext & { agent: ReturnType<typeof createPostAgent> };

/** Sends one delivery and records the attempt, in the trace of its alert. */
function deliver(webhook: ClaimedWebhook, delivery: Delivery, context: DeliveryContext): Promise<PostResult> {
  const { traceparent: parent, attempts, alert } = delivery;
  const attributes = { 'severe.webhook': webhook.id, 'severe.alert': alert.id, 'severe.attempt': attempts + 1 };
  return traced('deliver webhook', { parent, kind: SpanKind.CLIENT, attributes }, async (span) => {
    const result = await sendAndRecord(webhook, delivery, context);
    if (result.statusCode !== null) span.setAttribute('http.response.status_code', result.statusCode);
    if (result.error !== null) recordFailure(span, result.reason ?? result.error);
    return result;
  });
}

async function sendAndRecord(
  webhook: ClaimedWebhook,
  delivery: Delivery,
  context: DeliveryContext,
): Promise<PostResult> {
  const { db, clock, publicUrl, policy, persist, pace, failpoint, agent } = context;
  const { alert, messageId } = delivery;
  const self = `${publicUrl}${apiPrefix}/alerts/${alert.id}`;
  let body = '';

  async function send(): Promise<PostResult> {
    const message = alertMessage({ webhookId: webhook.id, deliveredAt: clock(), self }, { id: messageId, alert });
    ({ body } = message);
    failpoint('webhooks.before-post');
    const result = await sendWebhook(webhook, message, { policy, agent });
    failpoint('webhooks.after-post');
    return result;
  }

  async function record(result: PostResult): Promise<void> {
    await persist.store(() =>
      db.webhookDeliveries.record({
        ...result,
        webhookId: webhook.id,
        deliveryId: delivery.id,
        alertId: alert.id,
        messageId,
        outcome: result.error === null ? 'delivered' : 'failed',
        body,
      }),
    );
    failpoint('webhooks.after-record');
  }

  await persist.recovered();
  return pace(send, record);
}
