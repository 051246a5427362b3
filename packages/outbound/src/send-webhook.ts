import { channelOf } from './channels/channels.ts';
import type { WebhookMessage } from './message.ts';
import { post, type PostOptions, type PostResult } from './post.ts';
import { signatureHeaders } from './sign.ts';

/** A receiver, the format of its messages, and its secrets, the current one first. */
export interface WebhookReceiver {
  url: string;
  format: string;
  secrets: string[];
}

export type SendOptions = Omit<PostOptions, 'headers' | 'body'>;

/** Signs a message for this attempt and sends it. The time of the signature is that of the system's clock. */
export function sendWebhook(
  { url, format, secrets }: WebhookReceiver,
  message: WebhookMessage,
  options: SendOptions,
): Promise<PostResult> {
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'severe-webhooks/1',
    ...signatureHeaders({ ...message, at: new Date() }, secrets),
  };
  const target = channelOf(format)?.targetOf?.(new URL(url)) ?? url;
  return post(target, { ...options, headers, body: message.body });
}
