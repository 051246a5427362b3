import { formatTime } from '@severe/base';
import type { Attempt, Webhook } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { redactSecret, type PostError, type WebhookFormat } from '@severe/outbound';
import type { attemptShape, webhookShape } from './schema.ts';

const timeOrNull = (at: Date | null): string | null => at && formatTime(at);

/** A webhook as its owner sees it, with the redacted secret. */
export function presentWebhook(webhook: Webhook): TypeOf<typeof webhookShape> {
  const { id, url, format, bbox, geometry, eventTypes, minSeverity, occasion, minDbz, withinMinutes } = webhook;
  const { enabled, secret, consecutiveFailures } = webhook;
  const { lastDeliveryAt, lastStatus, disabledAt, disabledReason, createdAt } = webhook;
  return {
    id,
    url,
    format: format as WebhookFormat,
    bbox,
    geometry,
    event_types: eventTypes,
    min_severity: minSeverity,
    when: occasion,
    min_dbz: minDbz,
    within_minutes: withinMinutes,
    enabled,
    secret: redactSecret(secret),
    consecutive_failures: consecutiveFailures,
    last_delivery_at: timeOrNull(lastDeliveryAt),
    last_status: lastStatus,
    disabled_at: timeOrNull(disabledAt),
    disabled_reason: disabledReason,
    created_at: formatTime(createdAt),
  };
}

/** An entry of the log of deliveries. */
export function presentAttempt(attempt: Attempt): TypeOf<typeof attemptShape> {
  const { id, deliveryId, messageId, alertId, outcome, statusCode, error, reason, durationMs } = attempt;
  return {
    id,
    delivery_id: deliveryId,
    message_id: messageId,
    alert_id: alertId,
    outcome,
    status_code: statusCode,
    error: error as PostError | null,
    reason,
    duration_ms: durationMs,
    attempted_at: formatTime(attempt.attemptedAt),
    request_body: attempt.body,
    response_body: attempt.reply,
  };
}
