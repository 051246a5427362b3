import { hourMs } from '@severe/async';
import type { Clock } from '@severe/base';
import type { Database } from '@severe/db';
import type { Labelled, Metrics } from './metrics.ts';

/**
 * Adds the metrics of what is sent: webhooks and mails. They are read from the outboxes, so each process reports those of all
 * processes.
 */
export function addDeliveryGauges(
  { gauge }: Pick<Metrics, 'gauge'>,
  { db, clock }: { db: Pick<Database, 'mails' | 'webhooks' | 'webhookDeliveries'>; clock: Clock },
): void {
  const lastHour = (): Date => new Date(clock().getTime() - hourMs);
  const outboxes = { webhook: db.webhookDeliveries, mail: db.mails };
  type Figure = (waiting: Awaited<ReturnType<(typeof outboxes)['mail']['waiting']>>) => number;
  const ofEach = async (figure: Figure): Promise<Labelled> => {
    const [webhook, mail] = await Promise.all([outboxes.webhook.waiting(), outboxes.mail.waiting()]);
    return { webhook: figure(webhook), mail: figure(mail) };
  };
  gauge('severe_deliveries_waiting', 'Messages that wait to be sent, by kind.', 'kind', () =>
    ofEach(({ count }) => count),
  );
  gauge('severe_deliveries_retrying', 'Waiting messages with a failed attempt, by kind.', 'kind', () =>
    ofEach(({ failed }) => failed),
  );
  gauge(
    'severe_deliveries_oldest_age_seconds',
    'Age of the oldest waiting message, 0 if none waits, by kind.',
    'kind',
    () => ofEach(({ oldest }) => (oldest ? Math.max(0, (clock().getTime() - oldest.getTime()) / 1000) : 0)),
  );
  gauge('severe_webhook_attempts_hour', 'Attempts to deliver webhooks in the last hour, by outcome.', 'outcome', () =>
    db.webhookDeliveries.attempted(lastHour()),
  );
  gauge(
    'severe_webhook_delay_seconds',
    'Time from the match of an alert until its delivery to a webhook, of the last hour.',
    'quantile',
    async (): Promise<Labelled> => {
      const delays = await db.webhookDeliveries.delays(lastHour());
      return delays ? { 0.5: delays.median, 0.99: delays.high } : {};
    },
  );
  gauge('severe_webhooks', 'Webhooks by state: ok, failing since the last success, or disabled.', 'state', () =>
    db.webhooks.countByState(),
  );
  gauge(
    'severe_webhooks_deferring',
    'Webhooks with alerts that wait for room in the outbox of their account.',
    'of',
    async () => ({ webhooks: await db.webhooks.countDeferring() }),
  );
  gauge('severe_mails_ended_hour', 'Mails that ended in the last hour, by outcome.', 'outcome', () =>
    db.mails.ended(lastHour()),
  );
}
