import { leaseNowSql } from '../../lease.ts';

/** What a turn has had counts half after this. */
const halfLifeSeconds = 30;
/** Shares are compared in steps of twice as much, from this on: within a step, urgency decides. */
const firstStepMs = 200;

/** SQL: what the row `turn` of the table `turns` has had, as of now, in milliseconds. The statement needs `leaseValues`. */
const fadedSql = (turn: string): string =>
  `${turn}.had_ms * power(0.5, least(1000, greatest(0, extract(epoch from ${leaseNowSql} - ${turn}.had_at)) / ${halfLifeSeconds}.0))`;

/**
 * SQL: what a turn has had of a line lately, in milliseconds. What it had in one line says nothing about another one. The statement
 * needs `leaseValues`.
 */
export const shareSql = (line: string, turn: string): string =>
  `coalesce((select ${fadedSql('had')} from turns had where had.line = ${line} and had.turn = ${turn}), 0)`;

/**
 * SQL: the common table expression `turns_waiting`, the turns that have rows which wait. It goes from one turn of an index to the next,
 * so its time depends on the number of turns alone. A row with null ends the list.
 *
 * @param table with its alias: `mails m`
 * @param waits the condition on the alias that the index has
 */
export function turnsWaitingSql(table: string, waits: string): string {
  const turn = `${table.split(' ')[1]}.turn`;
  return `turns_waiting as (
  (select ${turn} from ${table} where ${waits} order by ${turn} limit 1)
  union all
  select (select ${turn} from ${table} where ${waits} and ${turn} > before.turn order by ${turn} limit 1)
  from turns_waiting before where before.turn is not null
)`;
}

/** SQL: the step of a share: those who had about as much are equal. */
export const stepSql = (share: string): string => `floor(log(2.0, cast(1 + (${share}) / ${firstStepMs} as numeric)))`;

/**
 * SQL: adds to what turns have had of a line. In the order of their keys, so that no two statements wait for each
 * other. The statement needs `leaseValues`.
 *
 * @param line may name columns of `from`
 * @param from a select of `turn` and `ms`, one row for each turn
 */
export const chargeSql = (line: string, from: string): string => `
  insert into turns as had (line, turn, had_ms, had_at)
  select ${line}, charged.turn, charged.ms, ${leaseNowSql} from (${from}) charged order by 1, 2
  on conflict (line, turn) do update set had_ms = excluded.had_ms + ${fadedSql('had')}, had_at = excluded.had_at`;
