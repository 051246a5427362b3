import { rowsOf, type TableContext } from '../../context.ts';
import { digestOf } from '../../secret.ts';
import { defineTable } from '../../table.ts';
import { attempts as attemptsMigration } from './032-attempts.ts';

/** How often a subject may attempt something. */
export interface AttemptLimit {
  limit: number;
  /** Length of the rolling window, at most a day. */
  windowMs: number;
}

/** Limits that hold across processes and restarts, exact also for attempts at the same time. */
export interface Attempts {
  /**
   * Counts an attempt, if the limit allows it.
   *
   * @param subject what is attempted and by whom; only its digest is stored
   * @returns undefined if it is allowed, else the milliseconds until the next one is
   */
  take(subject: string, limit: AttemptLimit): Promise<number | undefined>;
  /** Forgets the attempts of a subject, as after a success. */
  forget(subject: string): Promise<void>;
}

export const attemptsTable = defineTable({
  name: 'attempts',
  migrations: [attemptsMigration],
  retention: { keep: { days: 1 }, column: 'at' },
  create: createAttempts,
});

function createAttempts({ knex, simulated, clock }: TableContext): Attempts {
  return {
    take: (text, { limit, windowMs }) =>
      knex.transaction(async (trx) => {
        const now = clock();
        const subject = digestOf(text);
        const values = { simulated, subject, since: new Date(now.getTime() - windowMs) };
        await rowsOf(trx, 'select pg_advisory_xact_lock(:key)', { key: subject.readInt32LE() });
        const recent = await rowsOf<{ at: Date }>(
          trx,
          `select at from attempts where simulated = :simulated and subject = :subject and at > :since
           order by at desc limit :limit`,
          { ...values, limit },
        );
        if (recent.length >= limit) return Math.max(1, recent[limit - 1].at.getTime() - values.since.getTime());
        await rowsOf(trx, 'insert into attempts (simulated, subject, at) values (:simulated, :subject, :now)', {
          ...values,
          now,
        });
        return undefined;
      }),

    async forget(text) {
      await rowsOf(knex, 'delete from attempts where simulated = :simulated and subject = :subject', {
        simulated,
        subject: digestOf(text),
      });
    },
  };
}
