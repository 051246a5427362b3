import { messageOf, UpstreamError } from '@severe/base';
import type { Temporary } from './renewing.ts';

const timeoutMs = 5000;
const quotedLength = 200;

/** A failure to get credentials, as one sentence that names who was asked. */
export const withheld = (from: string, problem: string, cause?: unknown): UpstreamError =>
  new UpstreamError('object store', `no credentials from ${from}: ${problem}`, { cause });

/** The text of a 200 response of a service that issues credentials. No message has the request or the response. */
export async function ask(from: string, url: URL | string, options: RequestInit = {}): Promise<string> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, { ...options, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    status = response.status;
    text = await response.text();
  } catch (error) {
    const isSilent = (error as Error).name === 'TimeoutError';
    const { cause } = error as Error;
    throw withheld(from, isSilent ? `it was silent for ${timeoutMs} ms` : messageOf(cause ?? error), error);
  }
  if (status === 200) return text;
  const [code, message] = [/<Code>([^<]*)</, /<Message>([^<]*)</].map((form) => form.exec(text)?.[1]);
  const reason = [code, message].filter(Boolean).join(', ').slice(0, quotedLength);
  throw withheld(from, `it answered ${status}${reason && ` (${reason})`}`);
}

/** Refuses what a service left out: the store would call it a wrong signature. */
export function complete(from: string, found: Temporary): Temporary {
  const { accessKey, secretKey, sessionToken, expiresAt } = found;
  if (accessKey && secretKey && sessionToken && !Number.isNaN(expiresAt.getTime())) return found;
  throw withheld(from, 'its answer has no key, secret, token and expiry');
}
