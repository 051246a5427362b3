import { rowsOf, type DatabaseContext } from '../../context.ts';
import type { Handle } from '../../handle.ts';
import { leaseNowSql, leaseValues } from '../../lease.ts';
import { severities } from '../alerts/severity.ts';
import type { TokenPurpose } from '../user-tokens/purpose.ts';

/** A mail to be sent. */
export interface NewMail {
  /** Address of the recipient. */
  recipient: string;
  subject: string;
  /** Plain text. */
  text: string;
  html: string;
  /** Additional headers by name, such as `List-Unsubscribe`. */
  headers?: Record<string, string>;
  /**
   * The links contain `{token}`, which is replaced by a new token when the mail is sent. It is for the user with this address;
   * if there is none, nothing is sent.
   */
  tokenPurpose?: TokenPurpose;
  /** Of the mails to one account those of a higher rank go first. Default: above all alerts. */
  rank?: number;
}

const highestRank = severities.length + 1;

/**
 * Adds a mail to the outbox, as part of the transaction that causes it. A job of the queue `mail.send` after the transaction
 * wakes a worker; without it, a worker finds the mail within seconds.
 *
 * @returns the id of the mail
 */
export async function enqueueMail(
  trx: Handle,
  context: DatabaseContext,
  { recipient, subject, text, html, headers = {}, tokenPurpose, rank = highestRank }: NewMail,
): Promise<number> {
  const [{ id }] = await rowsOf<{ id: string }>(
    trx,
    `insert into mails (simulated, recipient, subject, text, html, headers, token_purpose, rank, created_at, free_at)
     values (:simulated, :recipient, :subject, :text, :html, cast(:headers as jsonb), :tokenPurpose, :rank, :now, ${leaseNowSql})
     returning id`,
    {
      ...leaseValues(context),
      simulated: context.simulated,
      recipient,
      subject,
      text,
      html,
      headers: JSON.stringify(headers),
      tokenPurpose: tokenPurpose ?? null,
      rank,
      now: context.clock(),
    },
  );
  return Number(id);
}
