import { RequestError } from '@severe/base';
import type { Webhook } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { createPostAgent, sendWebhook, type WebhookMessage } from '@severe/outbound';
import type { ApiContext } from '../../context.ts';
import { policyOf } from './check-receiver.ts';
import type { sentShape } from './schema.ts';

/** Pings and manual deliveries of a webhook in any minute: the service must not be a tool to flood others. */
const mostPerMinute = 30;

/** What a message is about; nulls for a ping. */
interface Subject {
  deliveryId: number | null;
  alertId: number | null;
}

/**
 * Sends a message at the wish of its user, also if the webhook is disabled, and records the attempt. A failure does not count
 * against the webhook.
 *
 * @throws {RequestError} 429 after too many
 */
export async function sendNow(
  webhook: Webhook,
  message: WebhookMessage,
  subject: Subject,
  { db, limiter, settings, receiverCa }: Pick<ApiContext, 'db' | 'limiter' | 'settings' | 'receiverCa'>,
): Promise<TypeOf<typeof sentShape>> {
  const { allowed, freedInMs } = await limiter.take(`webhook-sends:${webhook.id}`, mostPerMinute);
  if (!allowed) {
    const seconds = String(Math.ceil(freedInMs / 1000));
    throw new RequestError(429, `At most ${mostPerMinute} messages per minute are sent by hand`, {
      'Retry-After': seconds,
    });
  }
  const agent = createPostAgent(1, receiverCa);
  const result = await sendWebhook(webhook, message, { policy: policyOf(settings), agent }).finally(() =>
    agent.destroy(),
  );
  const delivered = result.error === null;
  await db.webhookDeliveries.record({
    ...result,
    ...subject,
    webhookId: webhook.id,
    messageId: message.id,
    outcome: delivered ? 'delivered' : 'failed',
    body: message.body,
  });
  return { delivered, status_code: result.statusCode, duration_ms: result.durationMs, error: result.error };
}
