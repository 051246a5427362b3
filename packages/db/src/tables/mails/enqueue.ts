import type { Knex } from 'knex';
import { rowsOf, type DatabaseContext } from '../../context.ts';

/** What the token in the links of a mail is for. */
export type TokenPurpose = 'verify_email' | 'reset_password';

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
  /** The links contain `{token}`, which is replaced by a new token of this user when the mail is sent. */
  token?: { purpose: TokenPurpose; userId: number };
}

/**
 * Adds a mail to the outbox, as part of the transaction that causes it. A job of the queue `mail.send` after the transaction
 * wakes a worker; without it, a worker finds the mail within seconds.
 *
 * @returns the id of the mail
 */
export async function enqueueMail(
  trx: Knex,
  { simulated, clock }: Pick<DatabaseContext, 'simulated' | 'clock'>,
  { recipient, subject, text, html, headers = {}, token }: NewMail,
): Promise<number> {
  const [{ id }] = await rowsOf<{ id: string }>(
    trx,
    `insert into mails (simulated, recipient, subject, text, html, headers, token_purpose, user_id, created_at, free_at)
     values (:simulated, :recipient, :subject, :text, :html, cast(:headers as jsonb), :purpose, :userId, :now, :now)
     returning id`,
    {
      simulated,
      recipient,
      subject,
      text,
      html,
      headers: JSON.stringify(headers),
      purpose: token?.purpose ?? null,
      userId: token?.userId ?? null,
      now: clock(),
    },
  );
  return Number(id);
}
