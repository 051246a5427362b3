import { rowsOf, type TableContext } from '../../context.ts';
import { defineTable } from '../../table.ts';
import { mailboxes as mailboxesMigration } from './061-mailboxes.ts';

/** Mailboxes that were written to. A key is part of the link at the end of each mail, and needs no login. */
export interface Mailboxes {
  /** Whether the mails to the mailbox of a key have ended. Undefined if no mailbox has the key. */
  isStopped(key: string): Promise<boolean | undefined>;
  /** Ends all mails to a mailbox, also those that wait, or allows mails again. False if no mailbox has the key. */
  stop(key: string, stopped: boolean): Promise<boolean>;
}

/** A mailbox whose mails have ended is never forgotten; another one is when it has had no mail for this long. */
const keep = { days: 400 } as const;

export const mailboxesTable = defineTable({
  name: 'mailboxes',
  migrations: [mailboxesMigration],
  retention: { keep, column: 'last_mail_at', only: 'stopped_at is null' },
  create: createMailboxes,
});

function createMailboxes({ knex, simulated, clock }: TableContext): Mailboxes {
  return {
    async isStopped(key) {
      const [row] = await rowsOf<{ stopped: boolean }>(
        knex,
        'select stopped_at is not null as stopped from mailboxes where stop_key = :key and simulated = :simulated',
        { key, simulated },
      );
      return row?.stopped;
    },

    async stop(key, stopped) {
      const changed = await rowsOf(
        knex,
        `with box as (
           update mailboxes set stopped_at = case when :stopped then cast(:now as timestamptz) end
           where stop_key = :key and simulated = :simulated returning digest
         ), ended as (
           update mails m set state = 'obsolete', reason = 'its reader has ended all mails', ended_at = :now, text = null, html = null
           from box where :stopped and m.simulated = :simulated and m.state = 'waiting' and m.mailbox = box.digest
         )
         select from box`,
        { key, simulated, stopped, now: clock() },
      );
      return changed.length > 0;
    },
  };
}
