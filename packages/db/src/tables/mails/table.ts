import { rowsOf, type TableContext } from '../../context.ts';
import { checkedLeaseMs, isFreeSql, leaseEndSql, leaseValues } from '../../lease.ts';
import { countsOf, waitingSql, type Waiting } from '../../outbox.ts';
import { defineTable } from '../../table.ts';
import { chargeSql, shareSql, stepSql, turnsWaitingSql } from '../turns/share.ts';
import type { TokenPurpose } from '../user-tokens/purpose.ts';
import { mails as mailsMigration } from './025-mails.ts';
import { mailTurns } from './059-mail-turns.ts';
import { enqueueMail, type Enqueued, type MailCount, type NewMail } from './enqueue.ts';
import { requestMail, type MailRequest } from './request.ts';

/** A mail that a worker has claimed. */
export interface ClaimedMail extends Required<Omit<NewMail, 'tokenPurpose' | 'rank'>> {
  id: number;
  tokenPurpose: TokenPurpose | null;
  /** Number of attempts, including this one. */
  attempts: number;
  createdAt: Date;
}

const mailEnds = ['sent', 'refused', 'expired', 'obsolete'] as const;

/** How a mail ended. `refused`: by the mail server, for good. `expired`: not sent in time. `obsolete`: no longer wanted. */
type MailEnd = (typeof mailEnds)[number];

/** The outbox of mail. `state` goes waiting → sent | refused | expired | obsolete. */
export interface Mails {
  /** Adds a mail outside of a transaction; see `enqueueMail`. */
  enqueue(mail: NewMail, count: MailCount): Promise<Enqueued>;
  /** Adds a mail that somebody without a login asked for, see `requestMail`. */
  request(mail: NewMail, by: MailRequest): Promise<void>;
  /**
   * Claims mails that are due, for `leaseMs` by the clock of the database. Other workers do not get them meanwhile. Accounts that
   * have had less mail lately come first, and of their mails those of the highest rank.
   */
  claim(limit: number, leaseMs: number): Promise<ClaimedMail[]>;
  /** Ends a mail and removes its content. */
  end(id: number, state: MailEnd, reason?: string): Promise<void>;
  /**
   * Ends the claim. The next attempt is after `waitMs`.
   *
   * @throws {RangeError} longer than `longestMailWaitMs`
   */
  postpone(id: number, waitMs: number, reason: string): Promise<void>;
  waiting(): Promise<Waiting>;
  /** Number of mails that ended after this time. */
  ended(since: Date): Promise<Record<MailEnd, number>>;
}

/** Longest time before the next attempt. */
export const longestMailWaitMs = 3_600_000;

export const mailsTable = defineTable({
  name: 'mails',
  migrations: [mailsMigration, mailTurns],
  retention: { keep: { days: 30 }, column: 'ended_at' },
  create: createMails,
});

/** What a mail counts for its turn, in milliseconds. */
const mailMs = 1000;

/** SQL: the line of turns. */
const lineSql = `'mails'`;

const waitsSql = `m.simulated = :simulated and m.state = 'waiting'`;
const isDueSql = isFreeSql('m.free_at', longestMailWaitMs);

/** Common table expressions up to `due`: the first mails of each turn. */
const dueSql = `
with recursive ${turnsWaitingSql('mails m', waitsSql)}, found as (
  select first.*, shared.share + (first.place_in_turn - 1) * ${mailMs} as share
  from turns_waiting
  cross join lateral (select ${shareSql(lineSql, 'turns_waiting.turn')} as share) shared
  cross join lateral (
    select m.id, m.rank, m.free_at, row_number() over (order by m.rank desc, m.free_at, m.id) as place_in_turn
    from mails m where ${waitsSql} and m.turn = turns_waiting.turn and ${isDueSql}
    order by m.rank desc, m.free_at, m.id limit :limit
  ) first
), ordered as materialized (
  select id, row_number() over (order by ${stepSql('share')}, rank desc, free_at, share, id) as place from found
), due as materialized (
  select m.id, ordered.place from ordered join mails m on m.id = ordered.id
  where m.state = 'waiting' and ${isDueSql} order by ordered.place limit :limit for update of m skip locked
)`;

function createMails(context: TableContext): Mails {
  const { knex, simulated, clock } = context;
  return {
    enqueue: (mail, count) => enqueueMail(knex, context, mail, count),
    request: (mail, by) => requestMail(context, mail, by),

    async claim(limit, leaseMs) {
      return rowsOf<ClaimedMail>(
        knex,
        `${dueSql}, claimed as (
         update mails m set attempts = attempts + 1, free_at = ${leaseEndSql}
         from due where m.id = due.id
         returning m.id, m.recipient, m.subject, m.text, m.html, m.headers, m.token_purpose as "tokenPurpose",
           m.attempts, m.created_at as "createdAt", m.turn, due.place
         ), charged as (${chargeSql(lineSql, `select turn, count(*) * ${mailMs}.0 as ms from claimed group by turn`)})
         select id, recipient, subject, text, html, headers, "tokenPurpose", attempts, "createdAt" from claimed order by place`,
        { ...leaseValues(context), simulated, limit, leaseMs: checkedLeaseMs(leaseMs) },
      );
    },

    async end(id, state, reason) {
      await rowsOf(
        knex,
        `update mails set state = :state, reason = :reason, ended_at = :now, text = null, html = null
         where id = :id and simulated = :simulated and state = 'waiting'`,
        { simulated, id, state, reason: reason ?? null, now: clock() },
      );
    },

    async postpone(id, waitMs, reason) {
      await rowsOf(
        knex,
        `update mails set free_at = ${leaseEndSql}, reason = :reason
         where id = :id and simulated = :simulated and state = 'waiting'`,
        { ...leaseValues(context), simulated, id, leaseMs: checkedLeaseMs(waitMs, longestMailWaitMs), reason },
      );
    },

    async waiting() {
      const [waiting] = await rowsOf<Waiting>(
        knex,
        `select ${waitingSql('m', 'm.reason is not null')} from mails m where simulated = :simulated and state = 'waiting'`,
        { simulated },
      );
      return waiting;
    },

    async ended(since) {
      const rows = await rowsOf<{ state: MailEnd; count: number }>(
        knex,
        `select state, count(*)::integer as count from mails
         where simulated = :simulated and ended_at > :since group by state`,
        { simulated, since },
      );
      return countsOf(mailEnds, rows);
    },
  };
}
