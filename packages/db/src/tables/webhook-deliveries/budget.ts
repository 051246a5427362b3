/** Deliveries that may be in the outbox, not yet sent. What exceeds it is deferred, see `matchAlerts`. */
export interface OutboxBudget {
  /** Of one turn: its webhooks have equal parts. */
  perTurn: number;
  /** Of one webhook at least, however many its turn has. */
  perWebhook: number;
}

/**
 * What a new alert adds to at once. The webhooks of a turn that has more are matched in fair turns, so that many webhooks of one
 * account do not hold up the match of the next alert.
 */
export const firstBudget: OutboxBudget = { perTurn: 20, perWebhook: 1 };

/** An outbreak of 200 alerts for an account with one webhook. 500 accounts store 100,000 rows at most of each severity. */
export const outboxBudget: OutboxBudget = { perTurn: 200, perWebhook: 5 };
