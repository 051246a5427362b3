import type { Traceparent } from '@severe/tracing';
import type { Waiting } from '../../outbox.ts';
import type { ReadStep, StepLimits } from '../alerts/read-changes.ts';
import type { Webhook } from '../webhooks/webhook.ts';

/** A webhook that a dispatcher has claimed for one cycle. */
export type ClaimedWebhook = Pick<Webhook, 'id' | 'url' | 'secrets' | 'consecutiveFailures'>;

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
  alert: DeliveredAlert;
}

/** The alert in a message. */
export interface DeliveredAlert {
  id: number;
  event: string;
  /** Severity when the alert matched. */
  severity: string;
  headline: string | null;
  expires: Date;
  /** GeoJSON text. */
  geometry: string;
}

/** One attempt to send a message, as the log shows it. */
export interface NewAttempt {
  webhookId: number;
  /** Null for a ping. */
  deliveryId: number | null;
  alertId: number | null;
  messageId: string;
  outcome: 'delivered' | 'failed';
  statusCode: number | null;
  error: string | null;
  reason: string | null;
  durationMs: number;
  body: string;
  reply: string;
}

/** An entry of the log. `expired`: the alert ended before the delivery, and nothing was sent. */
export interface Attempt extends Omit<NewAttempt, 'outcome' | 'durationMs' | 'body' | 'reply'> {
  id: number;
  outcome: NewAttempt['outcome'] | 'expired';
  durationMs: number | null;
  body: string | null;
  reply: string | null;
  attemptedAt: Date;
}

/** What a cycle changes. */
export interface CycleEnd {
  delivered: number;
  failed: number;
  /** Time until the next cycle, at most `longestCycleWaitMs`. */
  waitMs: number;
  /** Failed cycles in a row after which the webhook is disabled. */
  mostFailures: number;
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
  matchAlerts(limits: StepLimits): Promise<ReadStep<Matches>>;
  /** Matches all active alerts with webhooks that are new, enabled again or changed; at most `limit` webhooks. */
  matchWebhooks(limit: number): Promise<ReadStep<Matches>>;
  /** Claims webhooks that have pending deliveries of active alerts and whose cycle is due, for `leaseMs`, by the clock of the database. */
  claim(limit: number, leaseMs: number): Promise<ClaimedWebhook[]>;
  /** A claimed webhook as it is now; undefined if it is gone, or it or its user is disabled. */
  current(webhookId: number): Promise<ClaimedWebhook | undefined>;
  /** Extends claims. */
  renew(webhookIds: number[], leaseMs: number): Promise<void>;
  /** Pending deliveries of active alerts: those with the fewest attempts first, then the most severe, then the newest. */
  pending(webhookId: number, limit: number): Promise<Delivery[]>;
  /** A delivery of a user's webhook in any state, for a manual resend. */
  find(userId: number, webhookId: number, id: number): Promise<Delivery | undefined>;
  /** Records an attempt, and the delivery as delivered if it was acknowledged. */
  record(attempt: NewAttempt): Promise<void>;
  /**
   * Ends the claim and the cycle: any delivery sets the count of failures to 0, a cycle with failures only adds one.
   *
   * @returns whether the webhook was disabled
   */
  endCycle(webhookId: number, end: CycleEnd): Promise<boolean>;
  /** Ends pending deliveries whose alert has ended, and records that in the log. @returns their number */
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
