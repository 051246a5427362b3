import { inParallel } from '@severe/async';
import type { Clock, Failpoint } from '@severe/base';
import type { ClaimedWebhook, Delivery, ReceiverTime, Tables } from '@severe/db';
import { apiPrefix } from '@severe/http';
import {
  createPostAgent,
  deliveryMessage,
  type PostAgent,
  sendWebhook,
  type GuardPolicy,
  type PostResult,
  type Resolve,
} from '@severe/outbound';
import { recordFailure, SpanKind, traced } from '@severe/tracing';
import { laneOf, nextMeanMs } from './lanes.ts';
import type { Limits } from './limits.ts';
import { nextCycleMs } from './next-cycle.ts';
import type { Pace } from './pace.ts';
import type { Persist } from './persist.ts';

/** Dependencies of a cycle. */
export interface CycleContext {
  db: Pick<Tables, 'webhookDeliveries'>;
  /** Base URL of links. */
  publicUrl: string;
  /** Whether the weather is not real. */
  simulated: boolean;
  clock: Clock;
  policy: GuardPolicy;
  limits: Limits;
  /** Runs requests when there is room, by lane. */
  paces: readonly Pace[];
  /** Writes results through an outage of the database. */
  persist: Persist;
  failpoint: Failpoint;
  /** Ends the cycle after the running requests. */
  ending: AbortSignal;
  /** Certificate of the receivers, in tests. */
  receiverCa?: string | undefined;
  /** Replaces name servers, in tests. */
  resolve?: Resolve | undefined;
}

/** Result of a cycle. */
export interface CycleReport {
  delivered: number;
  failed: number;
  /** Time until the next cycle in milliseconds; 0 if deliveries are left although none failed. */
  nextMs: number;
  disabled: boolean;
  /** The lane of its next cycle. */
  lane: number;
  /** Whether webhooks are to be matched, because this one has room for deferred alerts. */
  hasRoom: boolean;
}

/** What a cycle has sent. */
interface Sent {
  delivered: number;
  failed: number;
  /** Whether others had a turn although more could be sent. */
  isCut: boolean;
  /** Time of each request, in milliseconds. */
  times: number[];
}

/**
 * Runs one cycle of a claimed webhook: sends what is pending, records each attempt, and ends the claim. A delivery that
 * fails waits for the next cycle, behind those that were tried less often.
 *
 * @param onSlow called when its receiver turns out to be slower than its lane
 */
export async function runCycle(
  webhook: ClaimedWebhook,
  context: CycleContext,
  onSlow: () => void,
): Promise<CycleReport> {
  const { db, limits, persist } = context;
  const { delivered, failed, isCut, times } = await sendPending(webhook, context, onSlow);
  const failures = delivered > 0 ? 1 : webhook.consecutiveFailures + 1;
  const waits = failed > 0 && !(isCut && delivered > 0);
  const nextMs = waits ? nextCycleMs(failures, Math.random(), limits) : 0;
  const measured = times.length === 0 ? undefined : measure(webhook, times, delivered === 0, limits);
  const end = { delivered, failed, waitMs: nextMs, mostFailures: limits.mostFailures, measured };
  const ended = await persist.store(() => db.webhookDeliveries.endCycle(webhook.id, end));
  const lane = measured?.lane ?? webhook.lane;
  return { delivered, failed, nextMs, lane, ...(ended ?? { disabled: false, hasRoom: false }) };
}

/** What the requests of a cycle say about the receiver. In a lane of fast ones a request has had its place while it was young. */
function measure({ meanMs, lane }: ClaimedWebhook, times: number[], hasFailed: boolean, limits: Limits): ReceiverTime {
  const mean = nextMeanMs(meanMs, times);
  const placeMs = limits.lanes[lane].isForFast ? limits.youngMs : Infinity;
  const hadMs = times.reduce((sum, time) => sum + Math.min(time, placeMs), 0);
  return { meanMs: mean, lane: laneOf(mean, hasFailed), hadMs };
}

async function sendPending(webhook: ClaimedWebhook, context: CycleContext, onSlow: () => void): Promise<Sent> {
  const { db, limits, ending, receiverCa } = context;
  const { width: usualWidth, deliveries: most, isForFast } = limits.lanes[webhook.lane];
  const width = webhook.consecutiveFailures > 0 ? 1 : usualWidth;
  const agent = createPostAgent(width, receiverCa);
  const startedAt = performance.now();
  const tried = new Set<number>();
  const sent: Sent = { delivered: 0, failed: 0, isCut: false, times: [] };
  let unreachable = false;
  let isSlow = false;
  const isOver = (): boolean =>
    unreachable ||
    sent.failed >= limits.refusalsPerCycle ||
    ending.aborted ||
    performance.now() - startedAt >= limits.cycleMs;
  const hasHadTurn = (): boolean => tried.size >= most || isSlow;
  const slow = (): void => {
    if (!isForFast) return;
    isSlow = true;
    onSlow();
  };

  try {
    for (let current: ClaimedWebhook | undefined = webhook; current;) {
      const receiver: ClaimedWebhook = current;
      const readAt = performance.now();
      // Those that failed in this cycle may be among them; one more tells whether this turn leaves any.
      const pending = await db.webhookDeliveries.pending(webhook.id, tried.size + most + 1);
      const fresh = pending.filter(({ id }) => !tried.has(id));
      let started = 0; // one at least, however long the reading took
      const attempt = async (delivery: Delivery): Promise<void> => {
        if (isOver() || hasHadTurn() || (started++ > 0 && performance.now() - readAt > limits.currentMs)) return;
        tried.add(delivery.id);
        const { error, durationMs } = await deliver(receiver, delivery, { ...context, agent, onSlow: slow });
        sent.times.push(durationMs);
        if (error === null) sent.delivered++;
        else sent.failed++;
        if (error !== null && error !== 'status') unreachable = true;
      };
      // One alone at first: a receiver that was fast may have become slow.
      await inParallel(fresh.slice(0, 1), 1, attempt);
      await inParallel(fresh.slice(1), width, attempt);
      sent.isCut = hasHadTurn() && fresh.some(({ id }) => !tried.has(id));
      if (fresh.length === 0 || isOver() || hasHadTurn()) return sent;
      current = await db.webhookDeliveries.current(webhook.id);
    }
    return sent;
  } finally {
    agent.destroy();
  }
}

type DeliveryContext = CycleContext & { agent: PostAgent; onSlow: () => void };

/** Sends one delivery and records the attempt, in the trace of its alert. */
function deliver(webhook: ClaimedWebhook, delivery: Delivery, context: DeliveryContext): Promise<PostResult> {
  const { traceparent: parent, attempts, alert } = delivery;
  const attributes = {
    'severe.webhook': webhook.id,
    ...(alert ? { 'severe.alert': alert.id } : {}),
    'severe.attempt': attempts + 1,
  };
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
  const { db, clock, publicUrl, simulated, policy, persist, paces, failpoint, agent, resolve, onSlow } = context;
  const { alert, messageId } = delivery;
  let body = '';

  async function send(): Promise<PostResult> {
    const occasion = { deliveredAt: clock(), api: `${publicUrl}${apiPrefix}`, site: publicUrl, simulated };
    const message = deliveryMessage(webhook, occasion, delivery);
    ({ body } = message);
    failpoint('webhooks.before-post');
    const result = await sendWebhook(webhook, message, { policy, agent, ...(resolve ? { resolve } : {}) });
    failpoint('webhooks.after-post');
    return result;
  }

  async function record(result: PostResult): Promise<void> {
    await persist.store(() =>
      db.webhookDeliveries.record({
        ...result,
        webhookId: webhook.id,
        deliveryId: delivery.id,
        alertId: alert?.id ?? null,
        messageId,
        outcome: result.error === null ? 'delivered' : 'failed',
        body,
      }),
    );
    failpoint('webhooks.after-record');
  }

  await persist.recovered();
  return paces[webhook.lane]({ turn: webhook.turn, onSlow }, send, record);
}
