import { hash } from 'node:crypto';
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

/**
 * The same for a statement that is asked many times a second, whose plan takes longer to make than to carry out: it has a
 * name, by which a server keeps its plan where the connection lets it. The plan is made without looking at the values, so
 * it has to be a good one for all of them.
 */
export async function rowsAgain<Row>(knex: Knex, sql: string, values: Record<string, unknown>): Promise<Row[]> {
  const statement = knex.raw<{ rows: Row[] }>(sql, values as Record<string, Knex.Value>);
  const { rows } = await statement.options({ name: hash('sha1', sql, 'base64url') });
  return rows;
}
