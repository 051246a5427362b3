import type { Knex } from 'knex';
import type { QueryConfig } from 'pg';
import { openTables } from '@severe/db/testing/tables';
import type { Question } from './questions.ts';
import { loadTime } from './world.ts';

/** A statement of the tables, with its values as literals. */
export interface Statement {
  sql: string;
  /** Whether the service uses a prepared statement. */
  isPrepared: boolean;
}

type Answer = { rows: object[] };

/** The statements of one question. @param answer gives each its rows, on which the next may depend */
export async function statementsOf(
  { ask }: Pick<Question, 'ask'>,
  answer: (sql: string) => Answer | Promise<Answer>,
): Promise<Statement[]> {
  const made: Statement[] = [];
  const run = async (statement: Statement): Promise<Answer> => {
    made.push(statement);
    return answer(statement.sql);
  };
  const knex = {
    raw(text: string, values: Record<string, unknown>) {
      const sql = text.replace(/(?<!:):([A-Za-z]\w*)/g, (found: string, name: string) =>
        Object.hasOwn(values, name) ? literal(values[name]) : found,
      );
      return run({ sql, isPrepared: false });
    },
    client: {
      acquireConnection: () => ({
        query({ text, values = [] }: QueryConfig, done: (error: unknown, result?: object) => void) {
          const sql = text.replace(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1]));
          run({ sql, isPrepared: true }).then((result) => done(null, result), done);
        },
      }),
      releaseConnection() {},
    },
  } as unknown as Knex;
  await ask(openTables({ knex, clock: () => loadTime, simulated: false }));
  return made;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : (value as string);
  return `'${text.replaceAll("'", "''")}'`;
}
