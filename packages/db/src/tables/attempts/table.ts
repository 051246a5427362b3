import { rowsOf, type TableContext } from '../../context.ts';
import { digestOf } from '../../secret.ts';
import { defineTable } from '../../table.ts';
import { attempts as attemptsMigration } from './032-attempts.ts';
import { takeAttempt } from './045-take-attempt.ts';

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
  migrations: [attemptsMigration, takeAttempt],
  retention: { keep: { days: 1 }, column: 'at' },
  create: createAttempts,
});

function createAttempts({ knex, simulated, clock }: TableContext): Attempts {
  return {
    async take(text, { limit, windowMs }) {
      const now = clock();
      const subject = digestOf(text);
      const since = new Date(now.getTime() - windowMs);
      const [{ earlier }] = await rowsOf<{ earlier: Date | null }>(
        knex,
        `select take_attempt(:simulated, :subject, :lockKey, :since, :now, :limit) as earlier`,
        { simulated, subject, lockKey: subject.readInt32LE(), since, now, limit },
      );
      return earlier === null ? undefined : Math.max(1, earlier.getTime() - since.getTime());
    },

    async forget(text) {
      await rowsOf(knex, 'delete from attempts where simulated = :simulated and subject = :subject', {
        simulated,
        subject: digestOf(text),
      });
    },
  };
}
