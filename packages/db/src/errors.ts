import { messageOf, UpstreamError } from '@severe/base';

/** Codes of Node and of PostgreSQL that heal with time; of PostgreSQL's the first two characters are the class. */
const HEALING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT', // the socket of the embedded engine while it starts again
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '08', // connection exception
  '53', // insufficient resources: too many connections, disk full, out of memory
  '57', // operator intervention: shut down, cannot connect now, statement given up after its time
  '58', // system error: its disk fails
  '40', // transaction rolled back: deadlock, serialisation failure
  '55P03', // lock not available
  '25P03', // idle in transaction for too long
]);

/** What pg and the pool say, without a code, when a connection is lost or not to be had, or the pool is closing. */
const LOST =
  /connection (terminated|ended|error)|timeout|not queryable|no answer within|acquiring a connection|^aborted$/i;

/** An `UpstreamError` for what heals with time; anything else as it is. */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof UpstreamError) return error;
  const { code } = error as { code?: unknown };
  const heals =
    typeof code === 'string' ? HEALING.has(code) || HEALING.has(code.slice(0, 2)) : LOST.test(messageOf(error));
  return heals ? new UpstreamError('database', serverMessage(error), { cause: error }) : error;
}

/** What the database or the network said; Knex puts the whole statement before it. */
export function serverMessage(error: unknown): string {
  const message = messageOf(error);
  return message.slice(message.lastIndexOf('\n') + 1).replace(/^.* - /, '');
}

type Method = (...values: never[]) => Promise<unknown>;

/** The same methods; what they throw went through `asDatabaseError`. */
export function guarded<T extends object>(table: T): T {
  const methods = Object.entries(table as Record<string, Method>).map(([name, method]) => [
    name,
    async (...values: never[]) => {
      try {
        return await method(...values);
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
  ]);
  return Object.fromEntries(methods) as T;
}
