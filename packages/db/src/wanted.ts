import type { Knex } from 'knex';

/** A statement that still runs this long after nobody wants it is cancelled; for a shorter one that costs more than it saves. */
const graceMs = 50;

/** Statements of one connection, and who wants them. */
interface Watch<Statement> {
  /** To be called at the end of each. */
  end(statement: Statement): void;
  /** Waits for a cancellation under way: it must not end the next statement of the connection. */
  cancelled(): Promise<void>;
}

/** Cancels the running statement of a connection when nobody wants it nor the statements that follow it. */
export function cancelWhenUnwanted<Statement extends { wanted: AbortSignal | undefined }>(
  client: Knex.Client,
  connection: object,
  statements: readonly Statement[],
): Watch<Statement> {
  const running = new Set(statements);
  let grace: NodeJS.Timeout | undefined;
  let cancelling: Promise<void> | undefined;
  const check = (): void => {
    if (running.size === 0) clearTimeout(grace);
    else if (!grace && [...running].every(({ wanted }) => wanted?.aborted)) {
      grace = setTimeout(() => {
        cancelling = cancelOn(client, connection).then(() => {
          grace = undefined;
          check(); // the server has begun the next one
        });
      }, graceMs);
    }
  };
  for (const { wanted } of statements) wanted?.addEventListener('abort', check, { once: true });
  return {
    end(statement) {
      statement.wanted?.removeEventListener('abort', check);
      running.delete(statement);
      check();
    },
    async cancelled() {
      await cancelling;
    },
  };
}

/** Knex opens a connection for it, since all of the pool may be in use. Without success the statement goes on. */
async function cancelOn(client: Knex.Client, connection: object): Promise<void> {
  if (!('processID' in connection) || !connection.processID) return;
  await (client as unknown as { cancelQuery(connection: object): Promise<unknown> })
    .cancelQuery(connection)
    .catch(() => undefined);
}
