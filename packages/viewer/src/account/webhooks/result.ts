import type { Schemas } from '@severe/client';

/** The result of a ping or of a manual delivery, in a sentence. */
export function wordsOfResult({
  delivered,
  status_code: status,
  duration_ms: ms,
  error,
}: Schemas['WebhookTest']): string {
  const answer = status === null ? '' : `, status ${status}`;
  return delivered
    ? `Delivered in ${ms} ms${answer}.`
    : `Not delivered after ${ms} ms: ${error ?? 'no reason'}${answer}.`;
}
