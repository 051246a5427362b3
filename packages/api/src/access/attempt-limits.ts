import { dayMs, hourMs, minuteMs } from '@severe/async';
import { RequestError } from '@severe/base';
import type { AttemptLimit, Attempts, Enqueued, MailRefusal } from '@severe/db';
import { networkOfClient } from '@severe/http';

const quarterMs = 15 * minuteMs;

/** Limits of attempts (decision 9.2), and of mails that a request causes. */
export const attemptLimits = {
  /** Wrong passwords for one e-mail address from one client address, or from one browser of its owner. */
  login: [{ limit: 10, windowMs: quarterMs }],
  /** Wrong passwords from one client address and from one network, for whatever accounts. */
  guess: [{ limit: 30, windowMs: quarterMs }],
  'guess network': [{ limit: 1000, windowMs: quarterMs }],
  /** Sign-ups from one client address and from one network. */
  signup: [{ limit: 20, windowMs: hourMs }, { limit: 60, windowMs: dayMs }], // prettier-ignore
  'signup network': [{ limit: 100, windowMs: hourMs }, { limit: 300, windowMs: dayMs }], // prettier-ignore
  /** Requests for a new password from one client address. */
  forgot: [{ limit: 30, windowMs: hourMs }],
  /** Mails with links to one mailbox, of all kinds, while no owner has confirmed its address. */
  mailbox: [{ limit: 5, windowMs: hourMs }, { limit: 10, windowMs: dayMs }], // prettier-ignore
  /** Mails with which a confirmed owner sets a password. */
  reset: [{ limit: 5, windowMs: hourMs }, { limit: 20, windowMs: dayMs }], // prettier-ignore
} as const satisfies Record<string, readonly AttemptLimit[]>;

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
  const waitMs = await attempts.take(`${kind} ${subject}`, ...attemptLimits[kind]);
  if (waitMs !== undefined) throw tooMany('Too many attempts', waitMs);
}

/** Kinds of attempts that are limited for a client address and for its network. */
type OfNetworks = 'guess' | 'signup';

/**
 * Counts an attempt of a client and of its network.
 *
 * @param client as `clientAddress` returns it
 * @throws {RequestError} 429 beyond a limit
 */
export async function countOfNetwork(attempts: Attempts, kind: OfNetworks, client: string): Promise<void> {
  await countAttempt(attempts, kind, client);
  await countAttempt(attempts, `${kind} network`, networkOfClient(client));
}

/** Forgets an attempt that was counted by `countOfNetwork`. */
export async function giveBackOfNetwork(attempts: Attempts, kind: OfNetworks, client: string): Promise<void> {
  await attempts.giveBack(`${kind} ${client}`);
  await attempts.giveBack(`${kind} network ${networkOfClient(client)}`);
}

/** @throws {RequestError} 429 or 409, if a mail that somebody asked for was refused */
export function assertEnqueued(outcome: Enqueued): void {
  if (!('id' in outcome)) throw refusedMail(outcome);
}

/** The error of a request whose mail was refused. */
export function refusedMail(refusal: MailRefusal): RequestError {
  return 'waitMs' in refusal
    ? tooMany('Too many mails to this address', refusal.waitMs)
    : new RequestError(
        409,
        'The reader of this address has ended all mails of this service; the last link of each mail allows them again',
      );
}

function tooMany(what: string, waitMs: number): RequestError {
  return new RequestError(429, `${what}; try again later`, { 'Retry-After': String(Math.ceil(waitMs / 1000)) });
}
