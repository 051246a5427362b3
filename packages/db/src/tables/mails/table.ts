import { rowsOf, type TableContext } from '../../context.ts';
import { defineTable } from '../../table.ts';
import { mails as mailsMigration } from './025-mails.ts';
import type { TokenPurpose } from '../user-tokens/purpose.ts';
import { enqueueMail, type NewMail } from './enqueue.ts';

/** A mail that a worker has claimed. */
export interface ClaimedMail extends Required<Omit<NewMail, 'tokenPurpose'>> {
  id: number;
  tokenPurpose: TokenPurpose | null;
  /** Number of attempts, including this one. */
  attempts: number;
  createdAt: Date;
}

/** How a mail ended. `refused`: by the mail server, for good. `expired`: not sent in time. `obsolete`: no longer wanted. */
export type MailEnd = 'sent' | 'refused' | 'expired' | 'obsolete';

/** The outbox of mail. `state` goes waiting → sent | refused | expired | obsolete. */
export interface Mails {
  /** Adds a mail outside of a transaction; see `enqueueMail`. */
  enqueue(mail: NewMail): Promise<number>;
  /** Claims mails that are due, oldest first, for `leaseMs`. Other workers do not get them meanwhile. */
  claim(limit: number, leaseMs: number): Promise<ClaimedMail[]>;
  /** Ends a mail and removes its content. */
  end(id: number, state: MailEnd, reason?: string): Promise<void>;
  /** The next attempt is at `retryAt`. */
  postpone(id: number, retryAt: Date, reason: string): Promise<void>;
  /** Number of waiting mails, and the creation time of the oldest. */
  waiting(): Promise<{ count: number; oldest: Date | null }>;
}

export const mailsTable = defineTable({
  name: 'mails',
  migrations: [mailsMigration],
  retention: { keep: { days: 30 }, column: 'ended_at' },
  create: createMails,
});

/** As pg returns it. */
type Row = Omit<ClaimedMail, 'id'> & { id: string };

function createMails(context: TableContext): Mails {
  const { knex, simulated, clock } = context;
  return {
    enqueue: (mail) => enqueueMail(knex, context, mail),

    async claim(limit, leaseMs) {
      const now = clock();
      const rows = await rowsOf<Row>(
        knex,
        `with due as (
           select id from mails where simulated = :simulated and state = 'waiting' and free_at <= :now
           order by free_at, id limit :limit for update skip locked
         )
         update mails m set attempts = attempts + 1, free_at = :leasedUntil
         from due where m.id = due.id
         returning m.id, m.recipient, m.subject, m.text, m.html, m.headers, m.token_purpose as "tokenPurpose",
           m.attempts, m.created_at as "createdAt"`,
        { simulated, now, limit, leasedUntil: new Date(now.getTime() + leaseMs) },
      );
      return rows.map((row) => ({ ...row, id: Number(row.id) }));
    },

    async end(id, state, reason) {
      await rowsOf(
        knex,
        `update mails set state = :state, reason = :reason, ended_at = :now, text = null, html = null
         where id = :id and simulated = :simulated and state = 'waiting'`,
        { simulated, id, state, reason: reason ?? null, now: clock() },
      );
    },

    async postpone(id, retryAt, reason) {
      await rowsOf(
        knex,
        `update mails set free_at = :retryAt, reason = :reason
         where id = :id and simulated = :simulated and state = 'waiting'`,
        { simulated, id, retryAt, reason },
      );
    },

    async waiting() {
      const [{ count, oldest }] = await rowsOf<{ count: string; oldest: Date | null }>(
        knex,
        `select count(*) as count, min(created_at) as oldest from mails
         where simulated = :simulated and state = 'waiting'`,
        { simulated },
      );
      return { count: Number(count), oldest };
    },
  };
}
