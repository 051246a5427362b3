import { createHmac, randomBytes } from 'node:crypto';

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
