import type { Traceparent } from '@severe/tracing';
import { column, type RowOf } from '../../columns.ts';
import type { Waiting } from '../../outbox.ts';
import type { ReadStep, StepLimits } from '../alerts/read-changes.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { OutboxBudget } from './budget.ts';
import type { ExpectedEcho } from './expected-echo.ts';

/** A webhook that a dispatcher has claimed for one cycle. */
export interface ClaimedWebhook extends Pick<Webhook, 'id' | 'url' | 'format' | 'secrets' | 'consecutiveFailures'> {
  /** Key of fairness of its account: accounts of one key share one turn. */
  turn: string;
  /** Host of the URL. */
  host: string;
  /** Line in which it waits, by the time that its receiver takes. */
  lane: number;
  /** Moving mean of that time; null before the first request. */
  meanMs: number | null;
}

/** What a dispatcher claims. */
export interface Wanted {
  lane: number;
  /** Webhooks in one claim, of one turn and of one host. */
  perTurn: number;
  perHost: number;
  /** Turns and hosts that have enough already. */
  busyTurns: string[];
  busyHosts: string[];
  /** What a cycle counts for its turn when it begins, in milliseconds; its requests are added at the end. */
  cycleMs: number;
}

/** Limits of a step of matching. */
export interface MatchLimits extends StepLimits {
  budget?: OutboxBudget;
}

/** A delivery with the content of its message. */
export interface Delivery {
  id: number;
  webhookId: number;
  /** The `webhook-id` of its message. */
  messageId: string;
  /** Number of attempts so far. */
  attempts: number;
  /** Trace of the run that stored the alert. */
  traceparent: Traceparent;
  /** What it is about: one of both. */
  alert?: DeliveredAlert;
  expected?: ExpectedEcho;
}

/** The alert in a message. */
export interface DeliveredAlert {
  id: number;
  event: string;
  /** Severity when the alert matched. */
  severity: string;
  headline: string | null;
  areaDesc: string;
  instruction: string | null;
  expires: Date;
  /** GeoJSON text. */
  geometry: string;
}

/** One attempt to send a message. */
export const attempt = {
  webhookId: column<number>('webhook_id bigint'),
  /** Null for a ping. */
  deliveryId: column<number | null>('delivery_id bigint'),
  alertId: column<number | null>('alert_id bigint'),
  messageId: column<string>('message_id text'),
  /** `expired`: the alert ended before the delivery, and nothing was sent. */
  outcome: column<'delivered' | 'failed' | 'expired'>('outcome text'),
  statusCode: column<number | null>('status_code integer'),
  error: column<string | null>('error text'),
  reason: column<string | null>('reason text'),
  durationMs: column<number | null>('duration_ms integer'),
  body: column<string | null>('body text'),
  reply: column<string | null>('reply text'),
};

/** An entry of the log. */
export interface Attempt extends RowOf<typeof attempt> {
  id: number;
  attemptedAt: Date;
}

/** An attempt that is made now. */
export interface NewAttempt extends RowOf<typeof attempt> {
  outcome: 'delivered' | 'failed';
  durationMs: number;
  body: string;
  reply: string;
}

/** What a cycle changes. */
interface CycleEnd {
  delivered: number;
  failed: number;
  /** Time until the next cycle, at most `longestCycleWaitMs`. */
  waitMs: number;
  /** Failed cycles in a row after which the webhook is disabled. */
  mostFailures: number;
  /** What the requests have shown of the receiver; undefined if none was sent. */
  measured?: ReceiverTime | undefined;
}

/** The time that a receiver takes. */
export interface ReceiverTime {
  meanMs: number;
  /** The line of its next cycle. */
  lane: number;
  /** Time that the turn has had of the line of this cycle. */
  hadMs: number;
}

/** Number of new deliveries. */
export interface Matches {
  deliveries: number;
}

/**
 * The outbox of webhooks. A delivery is written once for each webhook, alert and severity. `state` goes pending →
 * delivered | expired | superseded.
 */
export interface WebhookDeliveries {
  /** Matches changed alerts with enabled webhooks. Call it until no more changes remain. */
  matchAlerts(limits: MatchLimits): Promise<ReadStep<Matches>>;
  /**
   * Matches all active alerts with webhooks that are new, enabled again or changed, or have room for what was deferred; at most
   * `limit` webhooks, in fair turns.
   */
  matchWebhooks(limit: number, budget?: OutboxBudget): Promise<ReadStep<Matches>>;
  /**
   * Writes a delivery for each echo whose webhook expects one; none within an hour after the last one was expected.
   *
   * @returns number of new deliveries
   */
  tellEchoes(echoes: readonly ExpectedEcho[]): Promise<number>;
  /**
   * Claims webhooks that have pending deliveries and whose cycle is due, for `leaseMs`, by the clock of the database. Turns that have had
   * less of the line come first; of those with about as much, the webhook with the most severe delivery, and of these the one
   * whose alert ends first.
   *
   * @returns in this order
   */
  claim(limit: number, leaseMs: number, wanted?: Partial<Wanted>): Promise<ClaimedWebhook[]>;
  /** A claimed webhook as it is now; undefined if it is gone, or it or its user is disabled. */
  current(webhookId: number): Promise<ClaimedWebhook | undefined>;
  /** Extends claims. */
  renew(webhookIds: number[], leaseMs: number): Promise<void>;
  /** Pending deliveries of active alerts: those with the fewest attempts first, then the most severe, then those that end first. */
  pending(webhookId: number, limit: number): Promise<Delivery[]>;
  /** A delivery of a user's webhook in any state, for a manual resend. */
  find(userId: number, webhookId: number, id: number): Promise<Delivery | undefined>;
  /** Records an attempt, and the delivery as delivered if it was acknowledged. */
  record(attempt: NewAttempt): Promise<void>;
  /**
   * Ends the claim and the cycle: any delivery sets the count of failures to 0, a cycle with failures only adds one.
   *
   * @returns whether the webhook was disabled, and whether it has room for deferred alerts: then webhooks are to be matched
   */
  endCycle(webhookId: number, end: CycleEnd): Promise<{ disabled: boolean; hasRoom: boolean }>;
  /**
   * Ends pending deliveries whose alert has ended, and records that in the log. Webhooks that have room for deferred alerts are to be
   * matched then.
   *
   * @returns the number of ended deliveries
   */
  expire(): Promise<number>;
  /** Deliveries that wait for a cycle of their webhook. */
  waiting(): Promise<Waiting>;
  /** Number of attempts after this time that are kept, of all webhooks. */
  attempted(since: Date): Promise<Record<Attempt['outcome'], number>>;
  /**
   * Seconds from the match of an alert until its delivery, of the deliveries since a time: median, and the 99th percentile.
   * Undefined if there were none.
   */
  delays(since: Date): Promise<{ median: number; high: number } | undefined>;
  /** The newest attempts of a webhook, newest first, at most `limit`. */
  log(webhookId: number, limit: number): Promise<Attempt[]>;
}
