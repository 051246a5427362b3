import { RequestError } from '@severe/base';
import type { Webhook } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { createPostAgent, sendWebhook, type WebhookMessage } from '@severe/outbound';
import type { ApiContext } from '../../context.ts';
import { policyOf } from './check-receiver.ts';
import type { sentShape } from './schema.ts';

/**
 * Pings and manual deliveries in any minute, of a webhook and of an account or of all unconfirmed accounts of a network: the
 * service must not be a tool to flood others.
 */
const mostPerMinute = { webhook: 30, portion: 120 };

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
  { userId, webhook }: { userId: number; webhook: Webhook },
  message: WebhookMessage,
  subject: Subject,
  { db, limiter, settings, receiverCa }: Pick<ApiContext, 'db' | 'limiter' | 'settings' | 'receiverCa'>,
): Promise<TypeOf<typeof sentShape>> {
  await take(limiter, `webhook-sends:${webhook.id}`, mostPerMinute.webhook);
  await take(limiter, `webhook-sends-of:${await db.users.portionOf(userId)}`, mostPerMinute.portion);
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

async function take(limiter: ApiContext['limiter'], subject: string, most: number): Promise<void> {
  const { allowed, freedInMs } = await limiter.take(subject, most);
  if (allowed) return;
  throw new RequestError(429, `At most ${most} messages per minute are sent by hand`, {
    'Retry-After': String(Math.ceil(freedInMs / 1000)),
  });
}
