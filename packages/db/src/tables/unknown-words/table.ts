import { rowsOf, type TableContext } from '../../context.ts';
import { storableText } from '../../storable-text.ts';
import { defineTable } from '../../table.ts';
import { unknownWords as unknownWordsMigration } from './050-unknown-words.ts';

/** A word of a provider that this service does not know. */
export interface UnknownWordRow {
  source: string;
  feed: string;
  /** The field that has it, as the provider names it. */
  field: string;
  word: string;
  /** How often it was met. */
  times: number;
  firstAt: Date;
  lastAt: Date;
}

export interface UnknownWords {
  /** Records the words of a run; known ones are counted. Of a feed, at most 500 are kept. */
  record(
    feed: { id: string; source: string },
    words: readonly { field: string; word: string; count: number }[],
  ): Promise<void>;
  /** The newest of each source, by source. @param perSource most rows of a source */
  newest(perSource: number): Promise<UnknownWordRow[]>;
  /** Number of different words by source. */
  counts(): Promise<Map<string, number>>;
}

const maxPerFeed = 500;

export const unknownWordsTable = defineTable({
  name: 'unknown_words',
  migrations: [unknownWordsMigration],
  retention: { keep: { days: 7 }, remove: removeOld },
  create: createUnknownWords,
});

function createUnknownWords({ knex, simulated, clock }: TableContext): UnknownWords {
  return {
    async record({ id: feed, source }, words) {
      if (words.length === 0) return;
      const given = new Map<string, { field: string; word: string; count: number }>();
      for (const { count, ...rest } of words) {
        const [field, word] = [storableText(rest.field), storableText(rest.word)];
        const key = JSON.stringify([field, word]);
        given.set(key, { field, word, count: count + (given.get(key)?.count ?? 0) });
      }
      await rowsOf(
        knex,
        `insert into unknown_words as old (simulated, source, feed, field, word, times, first_at, last_at)
         select :simulated, :source, :feed, field, word, count, :now, :now
         from jsonb_to_recordset(cast(:given as jsonb)) as given (field text, word text, count integer)
         where (select count(*) from unknown_words where simulated = :simulated and feed = :feed) < ${maxPerFeed}
         on conflict (simulated, feed, field, word) do update set
           times = old.times + excluded.times, last_at = excluded.last_at`,
        { simulated, source, feed, given: JSON.stringify([...given.values()]), now: clock() },
      );
    },

    newest: (perSource) =>
      rowsOf<UnknownWordRow>(
        knex,
        `select source, feed, field, word, times, first_at as "firstAt", last_at as "lastAt" from (
           select *, row_number() over (partition by source order by last_at desc, feed, field, word) as place
           from unknown_words where simulated = :simulated
         ) words where place <= :perSource order by source, last_at desc, feed, field, word`,
        { simulated, perSource },
      ),

    async counts() {
      const rows = await rowsOf<{ source: string; count: number }>(
        knex,
        `select source, count(distinct (field, word)) as count from unknown_words
         where simulated = :simulated group by source`,
        { simulated },
      );
      return new Map(rows.map(({ source, count }) => [source, count]));
    },
  };
}

async function removeOld({ knex, simulated }: TableContext, before: Date): Promise<number> {
  const removed = await rowsOf(
    knex,
    `delete from unknown_words where simulated = :simulated and last_at < :before returning word`,
    { simulated, before },
  );
  return removed.length;
}
