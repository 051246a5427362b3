import { messageOf, OverBudgetError, UpstreamError } from '@severe/base';

/** Codes of temporary errors, of Node and of PostgreSQL; two characters are a whole class of PostgreSQL. */
const temporaryCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT', // the socket of the embedded engine while it restarts
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '08', // connection exception
  '53', // insufficient resources: too many connections, disk full, out of memory
  '57', // operator intervention: shutdown, cannot connect now, statement timeout
  '58', // system error: disk failure
  '40', // transaction rolled back: deadlock, serialisation failure
  '55P03', // lock not available
  '25P03', // idle in transaction for too long
]);

/** Messages of pg and of the pool, which have no code, if a connection is lost or unavailable or the pool closes. */
const lostConnection =
  /connection (terminated|ended|error)|timeout|not queryable|no answer within|acquiring a connection|^aborted$/i;

/** An `UpstreamError` for a temporary error; any other error unchanged. */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof UpstreamError) return error;
  const { code } = error as { code?: unknown };
  const isTemporary =
    typeof code === 'string'
      ? temporaryCodes.has(code) || temporaryCodes.has(code.slice(0, 2))
      : lostConnection.test(messageOf(error));
  return isTemporary ? new UpstreamError('database', serverMessage(error), { cause: error }) : error;
}

/** The message of the database or the network, without the statement that Knex puts before it. */
export function serverMessage(error: unknown): string {
  const message = messageOf(error);
  return message.slice(message.lastIndexOf('\n') + 1).replace(/^.* - /, '');
}

/**
 * The error of a read for a request: a statement that the server has cancelled because of its time is over the budget of the
 * request, which may ask for less.
 */
export function asRequestError(error: unknown): unknown {
  const said = asDatabaseError(error);
  if ((error as { code?: unknown }).code !== '57014' || !/statement timeout/.test(messageOf(error))) return said;
  const why = 'The request needs more time of the database than it may have';
  return new OverBudgetError('database', why, { cause: error, retryAfterSeconds: retryAfterBudgetSeconds });
}

/** The same request would need as much again: this is for a machine that was busy. */
const retryAfterBudgetSeconds = 30;

type Method = (...values: never[]) => Promise<unknown>;

/** The same methods; their errors pass through `asDatabaseError`, or another function. */
export function guarded<T extends object>(table: T, asError: (error: unknown) => unknown = asDatabaseError): T {
  const methods = Object.entries(table as Record<string, Method>).map(([name, method]) => [
    name,
    async (...values: never[]) => {
      try {
        return await method(...values);
      } catch (error) {
        throw asError(error);
      }
    },
  ]);
  return Object.fromEntries(methods) as T;
}
