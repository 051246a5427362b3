import { rowsOf, type DatabaseContext } from '../../context.ts';
import type { Handle } from '../../handle.ts';
import { leaseNowSql, leaseValues } from '../../lease.ts';
import { newSecret } from '../../secret.ts';
import { severities } from '../alerts/severity.ts';
import { windowsOf, type AttemptLimit } from '../attempts/limit.ts';
import type { TokenPurpose } from '../user-tokens/purpose.ts';
import { mailboxDigest } from './mailbox-of.ts';

/** A mail to be sent. */
export interface NewMail {
  /** Address of the recipient. */
  recipient: string;
  subject: string;
  /** Plain text. In it, in `html` and in headers, `{stop}` is replaced by the key with which the reader ends all mails. */
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

/** Why a mail is not sent: its reader has ended all mails, or the mailbox has had as many as allowed. */
export type MailRefusal = { stopped: true } | { waitMs: number };

/** How a mail counts: what it is, and how many of that its mailbox may have; none if as many as there are. */
export interface MailCount {
  as: 'link' | 'reset' | 'alert' | 'note';
  limits: readonly AttemptLimit[];
}

/** What became of a mail. */
export type Enqueued = { id: number } | MailRefusal;

/**
 * Adds a mail to the outbox, as part of the transaction that causes it. A job of the queue `mail.send` after the transaction
 * wakes a worker; without it, a worker finds the mail within seconds.
 */
export async function enqueueMail(
  trx: Handle,
  context: DatabaseContext,
  mail: NewMail,
  count: MailCount,
): Promise<Enqueued> {
  const [row] = await rowsOf<EnqueuedRow>(
    trx,
    `with wanted as materialized (select ${wantedColumns('cast(:simulated as boolean)')}), ${enqueuedSql}`,
    mailValues(context, mail, count),
  );
  return enqueuedOf(row);
}

/** A row of `enqueuedSql`. */
interface EnqueuedRow {
  id: number | null;
  stopped: boolean;
  wait: number | null;
}

/** The columns of `wanted`: the world, what the mail counts as, and its limits. @param world SQL */
export function wantedColumns(world: string): string {
  return `${world} as simulated, cast(:countedAs as text) as counted_as, cast(:since as timestamptz[]) as since,
    cast(:most as integer[]) as most, cast(null as timestamptz) as always_after`;
}

/**
 * Adds a mail if the common table expression `wanted` has a row, and selects what became of it. The function depends on that
 * row, so it opens no mailbox without one.
 */
export const enqueuedSql = `box as materialized (
  select opened.* from wanted, lateral open_mailbox(wanted.simulated, :mailbox, wanted.counted_as, :newKey, :now,
    wanted.since, wanted.most, wanted.always_after) opened
), added as (
  insert into mails (simulated, recipient, subject, text, html, headers, token_purpose, rank, mailbox, counted_as, created_at, free_at)
  select wanted.simulated, :recipient, :subject, replace(:text, '{stop}', box.key), replace(:html, '{stop}', box.key),
    cast(replace(:headers, '{stop}', box.key) as jsonb), :tokenPurpose, :rank, :mailbox, wanted.counted_as, :now, ${leaseNowSql}
  from wanted, box where not box.stopped and box.wait is null
  returning id
)
select added.id, box.stopped, box.wait from box left join added on true`;

/** Bound values of `enqueuedSql`. */
export function mailValues(
  context: DatabaseContext,
  { recipient, subject, text, html, headers = {}, tokenPurpose, rank = highestRank }: NewMail,
  { as, limits }: MailCount,
): Record<string, unknown> {
  const now = context.clock();
  return {
    ...leaseValues(context),
    simulated: context.simulated,
    recipient,
    subject,
    text,
    html,
    headers: JSON.stringify(headers),
    tokenPurpose: tokenPurpose ?? null,
    rank,
    mailbox: mailboxDigest(recipient),
    countedAs: as,
    newKey: newSecret(),
    now,
    ...windowsOf(limits, now),
  };
}

function enqueuedOf({ id, stopped, wait }: EnqueuedRow): Enqueued {
  if (id !== null) return { id };
  return stopped ? { stopped: true } : { waitMs: Math.max(1, Math.ceil(wait!)) };
}
