import { createHmac, randomBytes } from 'node:crypto';
import { channelOf } from './channels/channels.ts';
import type { WebhookMessage } from './message.ts';
import { post, type PostOptions, type PostResult } from './post.ts';

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

/** Begins every secret (Standard Webhooks 1.0). */
const prefix = 'whsec_';

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function createWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** A secret as it is shown in lists: its last four characters only. */
export function redactSecret(secret: string): string {
  return `${prefix}...${secret.replace(/(?<!=)=+$/, '').slice(-4)}`;
}

/** What is signed. */
export interface SignedMessage {
  /** The `webhook-id`: equal in every attempt to deliver the message. */
  id: string;
  /** Time of this attempt, by the system's clock: receivers compare it with theirs. */
  at: Date;
  /** The body, byte for byte. */
  body: string;
}

/**
 * The headers that sign a message.
 *
 * `X-Service-Signature` is keyed with the UTF-8 bytes of the whole secret, over `<t>.<body>`. The three headers of Standard
 * Webhooks are keyed with the decoded 32 bytes, over `<id>.<t>.<body>`.
 *
 * @param secrets the current secret first; older ones that are still valid sign in `webhook-signature` only
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeaders({ id, at, body }: SignedMessage, secrets: string[]): Record<string, string> {
  const t = String(Math.floor(at.getTime() / 1000));
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${t}.${body}`).digest('base64')}`;
  });
  return {
    'X-Service-Signature': `t=${t},v1=${createHmac('sha256', secrets[0]).update(`${t}.${body}`).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': t,
    'webhook-signature': standard.join(' '),
  };
}
