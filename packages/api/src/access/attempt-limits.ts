import { hourMs, minuteMs } from '@severe/async';
import { RequestError } from '@severe/base';
import type { AttemptLimit, Attempts } from '@severe/db';

/** Limits of attempts (decision 9.2), and of mails that a request causes. */
export const attemptLimits = {
  /** Wrong passwords for one e-mail address from one client address. */
  login: { limit: 10, windowMs: 15 * minuteMs },
  /** Sign-ups from one client address. */
  signup: { limit: 20, windowMs: hourMs },
  /** Mails to one e-mail address that somebody asked for. */
  mail: { limit: 5, windowMs: hourMs },
} as const satisfies Record<string, AttemptLimit>;

/**
 * Counts an attempt.
 *
 * @throws {RequestError} 429 beyond the limit
 */
export async function countAttempt(
  attempts: Attempts,
  kind: keyof typeof attemptLimits,
  subject: string,
): Promise<void> {
  const waitMs = await attempts.take(`${kind} ${subject}`, attemptLimits[kind]);
  if (waitMs === undefined) return;
  throw new RequestError(429, 'Too many attempts; try again later', {
    'Retry-After': String(Math.ceil(waitMs / 1000)),
  });
}
