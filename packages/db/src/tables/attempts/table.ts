import { rowsOf, type TableContext } from '../../context.ts';
import { digestOf } from '../../secret.ts';
import { defineTable } from '../../table.ts';
import { attempts as attemptsMigration } from './032-attempts.ts';
import { takeAttempt } from './045-take-attempt.ts';
import { takeWithin } from './062-take-within.ts';
import { windowsOf, type AttemptLimit } from './limit.ts';

/** Limits that hold across processes and restarts, exact also for attempts at the same time. */
export interface Attempts {
  /**
   * Counts an attempt, if every limit allows it.
   *
   * @param subject what is attempted and by whom; only its digest is stored
   * @returns undefined if it is allowed, else the milliseconds until the next one is
   */
  take(subject: string, ...limits: AttemptLimit[]): Promise<number | undefined>;
  /** Forgets the last attempt of a subject: it was none of those that are limited. */
  giveBack(subject: string): Promise<void>;
  /** Forgets the attempts of a subject, as after a success. */
  forget(subject: string): Promise<void>;
}

export const attemptsTable = defineTable({
  name: 'attempts',
  migrations: [attemptsMigration, takeAttempt, takeWithin],
  retention: { keep: { days: 1 }, column: 'at' },
  create: createAttempts,
});

function createAttempts({ knex, simulated, clock }: TableContext): Attempts {
  return {
    async take(text, ...limits) {
      const now = clock();
      const subject = digestOf(text);
      const [{ wait }] = await rowsOf<{ wait: number | null }>(
        knex,
        `select take_within(:simulated, :subject, :lockKey, :now, cast(:since as timestamptz[]), cast(:most as integer[])) as wait`,
        { simulated, subject, lockKey: subject.readInt32LE(), now, ...windowsOf(limits, now) },
      );
      return wait === null ? undefined : Math.max(1, Math.ceil(wait));
    },

    async giveBack(text) {
      await rowsOf(
        knex,
        `delete from attempts where id = (
           select id from attempts where simulated = :simulated and subject = :subject order by at desc, id desc limit 1)`,
        { simulated, subject: digestOf(text) },
      );
    },

    async forget(text) {
      await rowsOf(knex, 'delete from attempts where simulated = :simulated and subject = :subject', {
        simulated,
        subject: digestOf(text),
      });
    },
  };
}
