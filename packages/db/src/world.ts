import type { Clock } from '@severe/base';
import type { Knex } from 'knex';

/** What every table works with. */
export interface World {
  knex: Knex;
  /** Times are bound from here: the server's own clock may show another time than the service's. */
  clock: Clock;
  /** Whether the weather is simulated. One database may hold rows of both worlds; neither sees the other's. */
  simulated: boolean;
}

/**
 * Runs one statement for its rows.
 *
 * @param sql    `:name` stands for the value of that name
 * @param values bound, never written into the text
 */
export async function rowsOf<Row>(knex: Knex, sql: string, values: Record<string, unknown>): Promise<Row[]> {
  const { rows } = await knex.raw<{ rows: Row[] }>(sql, values as Record<string, Knex.Value>);
  return rows;
}
