import { rowsOf, type TableContext } from '../../context.ts';
import { storableText } from '../../storable-text.ts';
import { defineTable } from '../../table.ts';
import { deadLetters as deadLettersMigration } from './040-dead-letters.ts';

/** An item of a provider that a feed could not read. */
export interface DeadLetter {
  source: string;
  feed: string;
  /** Identifies the item at its provider. */
  what: string;
  /** Reason of the last refusal, one line. */
  why: string;
  /** How often it was refused. */
  times: number;
  firstAt: Date;
  lastAt: Date;
}

export interface DeadLetters {
  /** Records refused items of a run; known ones are counted. Of a feed, at most a thousand are kept. */
  record(feed: { id: string; source: string }, refused: readonly { what: string; why: string }[]): Promise<void>;
  /** The newest of all feeds, by source. @param perSource most rows of a source */
  newest(perSource: number): Promise<DeadLetter[]>;
  /** Number by source. */
  counts(): Promise<Map<string, number>>;
  /** Removes those of a feed that were last refused before a time. @returns their number */
  remove(feed: string, before: Date): Promise<number>;
}

/** Rows of one feed, and items of one run that are recorded. More have the same cause. */
const maxPerFeed = 1000;
const maxPerRun = 100;

const columnsSql = 'source, feed, what, why, times, first_at as "firstAt", last_at as "lastAt"';

export const deadLettersTable = defineTable({
  name: 'dead_letters',
  migrations: [deadLettersMigration],
  retention: { keep: { days: 7 }, remove: removeOld },
  create: createDeadLetters,
});

function createDeadLetters({ knex, simulated, clock }: TableContext): DeadLetters {
  return {
    async record({ id: feed, source }, refused) {
      if (refused.length === 0) return;
      const items = new Map(
        refused.slice(0, maxPerRun).map(({ what, why }) => [storableText(what), storableText(why)]),
      );
      const given = JSON.stringify([...items].map(([what, why]) => ({ what, why })));
      await rowsOf(
        knex,
        `insert into dead_letters as old (simulated, source, feed, what, why, times, first_at, last_at)
         select :simulated, :source, :feed, what, why, 1, :now, :now
         from jsonb_to_recordset(cast(:given as jsonb)) as given (what text, why text)
         where (select count(*) from dead_letters where simulated = :simulated and feed = :feed) < ${maxPerFeed}
         on conflict (simulated, feed, what) do update set
           why = excluded.why, times = old.times + 1, last_at = excluded.last_at`,
        { simulated, source, feed, given, now: clock() },
      );
    },

    newest: (perSource) =>
      rowsOf<DeadLetter>(
        knex,
        `select ${columnsSql} from (
           select *, row_number() over (partition by source order by last_at desc, feed, what) as place
           from dead_letters where simulated = :simulated
         ) letters where place <= :perSource order by source, last_at desc, feed, what`,
        { simulated, perSource },
      ),

    async counts() {
      const rows = await rowsOf<{ source: string; count: number }>(
        knex,
        'select source, count(*) as count from dead_letters where simulated = :simulated group by source',
        { simulated },
      );
      return new Map(rows.map(({ source, count }) => [source, count]));
    },

    async remove(feed, before) {
      const removed = await rowsOf(
        knex,
        `delete from dead_letters where simulated = :simulated and feed = :feed and last_at < :before returning what`,
        { simulated, feed, before },
      );
      return removed.length;
    },
  };
}

async function removeOld({ knex, simulated }: TableContext, before: Date): Promise<number> {
  const removed = await rowsOf(
    knex,
    `delete from dead_letters where simulated = :simulated and last_at < :before returning what`,
    { simulated, before },
  );
  return removed.length;
}
