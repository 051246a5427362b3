import type { Knex } from 'knex';
import type { ClientBase, QueryConfig } from 'pg';
import type { Handle } from './handle.ts';
import { cancelWhenUnwanted } from './wanted.ts';

/**
 * Quick statements that are sent to a connection at once. Their order is kept, so a slow one would delay those after it more
 * than waiting for the next free connection.
 */
const maxTogether = 8;

interface Statement {
  query: QueryConfig;
  wanted: AbortSignal | undefined;
  resolve: (rows: unknown[]) => void;
  reject: (reason: unknown) => void;
}

/** The part of a connection that is used. One of the embedded database, and those of tests, send one statement at a time. */
type Sender = Pick<ClientBase, 'query'> & { pipeline?: boolean; together?: (send: () => void) => void };

/** The statements that wait for a connection of a pool, and the connections that are asked for or in use for them. */
interface Waiting {
  statements: Statement[];
  senders: number;
}

const waitingFor = new WeakMap<Knex.Client, Waiting>();

/**
 * Runs a statement on a connection of the pool. While all connections are in use, statements wait. A connection that becomes
 * free takes several quick ones, which are those with a name, sends them with one write and reads their results in order (a
 * pipeline). Under load that saves a third of the time of service and server: they wake up for each write.
 *
 * Each statement succeeds or fails alone. One whose caller is gone is not sent; running ones are cancelled when all callers
 * of the connection are gone.
 */
export function sendTogether<Row>(
  { client, wanted }: Pick<Handle, 'client' | 'wanted'>,
  query: QueryConfig,
): Promise<Row[]> {
  const waiting = waitingFor.get(client) ?? { statements: [], senders: 0 };
  waitingFor.set(client, waiting);
  return new Promise((resolve, reject) => {
    waiting.statements.push({ query, wanted, resolve: resolve as Statement['resolve'], reject });
    if (waiting.senders < sizeOf(client)) void sendAll(client, waiting);
  });
}

/** Maximum number of connections; a transaction has one. */
function sizeOf(client: Knex.Client): number {
  return (client as { pool?: { max: number } }).pool?.max ?? 1;
}

/** Sends statements until none waits. Each time it asks the pool, whose other users take their turns. */
async function sendAll(client: Knex.Client, waiting: Waiting): Promise<void> {
  waiting.senders++;
  try {
    for (let first = waiting.statements.shift(); first; first = waiting.statements.shift()) {
      await sendSome(client, first, waiting.statements);
    }
  } finally {
    waiting.senders--;
  }
}

/** Sends a statement, and others that wait as well once there is a connection. Never rejects. */
async function sendSome(client: Knex.Client, first: Statement, others: Statement[]): Promise<void> {
  if (!isWanted(first)) return;
  let connection: Sender;
  try {
    connection = (await client.acquireConnection()) as Sender;
  } catch (error) {
    return first.reject(error);
  }
  const more = connection.pipeline && isQuick(first) ? takeQuick(others) : [];
  try {
    await sendOn(client, connection, [first, ...more].filter(isWanted));
  } finally {
    await release(client, connection);
  }
}

/** Takes the quick statements at the front, which may go with the one before them. */
function takeQuick(statements: Statement[]): Statement[] {
  const slow = statements.findIndex((each) => !isQuick(each));
  return statements.splice(0, Math.min(slow < 0 ? statements.length : slow, maxTogether - 1));
}

/** Whether its plan is cached under its name, which is for statements that take less time than their planning. */
function isQuick({ query }: Statement): boolean {
  return query.name !== undefined;
}

async function release(client: Knex.Client, connection: Sender): Promise<void> {
  try {
    await client.releaseConnection(connection);
  } catch {
    // The pool was closed meanwhile, with its connections.
  }
}

/** Rejects a statement that nobody wants any more. */
function isWanted({ wanted, reject }: Statement): boolean {
  if (wanted?.aborted) reject(wanted.reason);
  return !wanted?.aborted;
}

/** Waits for the results of all statements. Never rejects. */
async function sendOn(client: Knex.Client, connection: Sender, statements: Statement[]): Promise<void> {
  if (statements.length === 0) return;
  const watch = cancelWhenUnwanted(client, connection, statements);
  const run = (statement: Statement): Promise<void> =>
    new Promise((ended) => {
      const { query, wanted, resolve, reject } = statement;
      connection.query(query, (error: Error | null, result) => {
        watch.end(statement);
        if (!error) resolve(result.rows);
        else reject(wanted?.aborted ? wanted.reason : error);
        ended();
      });
    });
  let running: Promise<void>[] = [];
  const send = (): void => void (running = statements.map(run));
  if (statements.length > 1 && connection.together) connection.together(send);
  else send();
  await Promise.all(running);
  await watch.cancelled();
}
