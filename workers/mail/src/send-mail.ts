import { dayMs, hourMs } from '@severe/async';
import { messageOf, type Clock, type Log } from '@severe/base';
import { digestOf, longestMailWaitMs, newSecret, type ClaimedMail, type Tables, type TokenPurpose } from '@severe/db';
import { MailRefused, type MailTransport } from '@severe/mail';

interface SendContext {
  db: Pick<Tables, 'mails' | 'userTokens'>;
  transport: MailTransport;
  clock: Clock;
  log: Log;
}

/** Lifetime of a token, counted from the attempt to send it (decision 9.3). */
const tokenLifeMs: Record<TokenPurpose, number> = { verify_email: 2 * dayMs, reset_password: hourMs };

/** A mail is given up after this; RFC 5321, 4.5.4.1, asks for at least four days. */
const giveUpAfterMs = 5 * dayMs;

/** Pause after the first attempt; doubles up to the longest wait. */
const firstPauseMs = 15_000;

/** Sends a mail that this worker has claimed, and records how it ended. */
export async function sendMail(mail: ClaimedMail, context: SendContext): Promise<void> {
  const { db, clock, log } = context;
  const { id, attempts, createdAt } = mail;
  try {
    const filled = await withToken(mail, context);
    if (!filled) return await db.mails.end(id, 'obsolete', 'no user has this address and needs the link');
    await context.transport.send({ ...filled, sentAt: clock() });
    await db.mails.end(id, 'sent');
  } catch (error) {
    const reason = messageOf(error).split('\n')[0].slice(0, 300);
    if (error instanceof MailRefused) {
      log.warn({ mail: id, reason }, 'the mail server refused a mail');
      return db.mails.end(id, 'refused', reason);
    }
    const waitMs = Math.min(longestMailWaitMs, firstPauseMs * 2 ** (attempts - 1));
    const retryAt = new Date(clock().getTime() + waitMs);
    if (retryAt.getTime() - createdAt.getTime() > giveUpAfterMs) {
      log.error({ mail: id, attempts, reason }, 'a mail could not be sent in five days and is given up');
      return db.mails.end(id, 'expired', reason);
    }
    log.warn({ mail: id, attempts, reason, retryAt }, 'a mail could not be sent; it will be tried again');
    await db.mails.postpone(id, waitMs, reason);
  }
}

/**
 * The mail with a new token in its links. The token exists in the mail alone; the database has its digest. Undefined if no
 * user needs it.
 */
async function withToken(mail: ClaimedMail, { db, clock }: SendContext): Promise<ClaimedMail | undefined> {
  const { tokenPurpose: purpose, recipient: email, text, html } = mail;
  if (purpose === null) return mail;
  const token = newSecret();
  const expiresAt = new Date(clock().getTime() + tokenLifeMs[purpose]);
  if (!(await db.userTokens.issue({ purpose, email, digest: digestOf(token), expiresAt }))) return undefined;
  return { ...mail, text: text.replaceAll('{token}', token), html: html.replaceAll('{token}', token) };
}
