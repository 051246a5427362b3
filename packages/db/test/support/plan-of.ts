import type { Knex } from 'knex';
import type { ClientBase, QueryConfig } from 'pg';
import type { DatabaseContext } from '../../src/context.ts';
import { testConnection } from './database.ts';

/** The plans of the statements that `ask` makes, with every way around a sequential scan taken. */
export async function planOf(ask: (context: DatabaseContext) => Promise<unknown>, at: Date): Promise<string> {
  const { knex } = await testConnection();
  return knex.transaction(async (trx) => {
    await trx.raw('set local enable_seqscan = off');
    const plans: string[] = [];
    const explained = (rows: Record<string, string>[]) => {
      plans.push(...rows.map((row) => Object.values(row)[0]));
      return { rows: [{ matched: '0', id: null, version: '0', alertId: '0', targetId: '0' }] };
    };
    const explaining = {
      transaction: (work: (within: unknown) => unknown) => work(explaining),
      async raw(sql: string, values: Record<string, Knex.Value>) {
        return explained((await trx.raw<{ rows: Record<string, string>[] }>(`explain ${sql}`, values)).rows);
      },
      client: {
        async acquireConnection() {
          const connection = (await trx.client.acquireConnection()) as ClientBase;
          return {
            query: ({ text, values }: QueryConfig, done: (error: Error | null, result: unknown) => void) =>
              connection.query({ text: `explain ${text}`, values }, (error: Error | null, result) =>
                done(error, error ? undefined : explained(result.rows)),
              ),
          };
        },
        releaseConnection() {},
      },
    };
    const clock = () => at;
    const context = { knex: explaining as unknown as Knex, clock, leaseClock: clock, simulated: false };
    await ask(context).catch(() => {}); // the row that stands for the answer is none
    return plans.join('\n');
  });
}
