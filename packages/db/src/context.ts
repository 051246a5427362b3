import { hash } from 'node:crypto';
import type { Clock } from '@severe/base';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { Handle } from './handle.ts';
import { sendTogether } from './send-together.ts';

/** What the methods of every table use. */
export interface DatabaseContext {
  knex: Handle;
  /** Source of all times in statements, except those of leases: the clock of the database server may differ. */
  clock: Clock;
  /** Source of the times of leases, which tests replace; default: the clock of the database server. */
  leaseClock?: Clock;
  /** Whether the clock plays a time of its own, which may be in the future. */
  playsTime?: boolean;
  /** World of the rows: real or simulated. One database may hold both; a service reads and writes one of them. */
  simulated: boolean;
}

/** The same for one table. */
export interface TableContext extends DatabaseContext {
  /** Data set that the table changes; its own name if it describes none. */
  dataSet: string;
  /** Name of the event on the live stream that reports a change; none if undefined. */
  streamSource: string | undefined;
}

/**
 * Runs one statement and returns its rows. A read of `whileWanted` goes directly to pg on a connection of the pool:
 * Knex's query builder adds two thirds to the time of pg itself.
 *
 * @param sql    statement with `:name` for each bound value
 * @param values by name; they are bound, never part of the text
 */
export async function rowsOf<Row>(knex: Handle, sql: string, values: Record<string, unknown>): Promise<Row[]> {
  if (!knex.wanted) return (await knex.raw<{ rows: Row[] }>(sql, values as Record<string, Knex.Value>)).rows;
  const { text, values: bound } = queryOf(sql, values);
  return sendTogether<Row>(knex, { text, values: bound });
}

/** Counts rows. @param from what follows `select count(*) from` */
export async function countRows(knex: Handle, from: string, values: Record<string, unknown>): Promise<number> {
  const [{ count }] = await rowsOf<{ count: number }>(knex, `select count(*) as count from ${from}`, values);
  return count;
}

/**
 * As `rowsOf`, for statements that run many times a second and whose planning takes longer than their execution. The
 * statement has a name, by which the server caches its plan if the connection allows it. The plan is made without the
 * values, so it must be good for all of them. Those that wait for a connection are sent together.
 */
export function preparedRows<Row>(knex: Handle, sql: string, values: Record<string, unknown>): Promise<Row[]> {
  return sendTogether<Row>(knex, queryOf(sql, values));
}

/** A statement in the form of pg. */
function queryOf(sql: string, values: Record<string, unknown>) {
  const { name, text, order } = numbered(sql, values);
  return { name, text, values: order.map((each) => values[each]) };
}

/** A statement with `$1`, `$2` … instead of names. */
interface Numbered {
  /** A digest of the statement. */
  name: string;
  text: string;
  /** Names of the values, in the order of their numbers. */
  order: string[];
}

/** More than the service has statements: their texts differ only by the filters of a request. */
const recent = new LRUCache<string, Numbered>({ max: 1000 });

function numbered(sql: string, values: Record<string, unknown>): Numbered {
  const known = recent.get(sql);
  if (known) return known;
  const order: string[] = [];
  const text = sql.replace(/(?<!:):([A-Za-z]\w*)/g, (found, name: string) => {
    if (!Object.hasOwn(values, name)) return found;
    if (!order.includes(name)) order.push(name);
    return `$${order.indexOf(name) + 1}`;
  });
  const made = { name: hash('sha1', sql, 'base64url'), text, order };
  recent.set(sql, made);
  return made;
}
