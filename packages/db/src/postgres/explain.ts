import { messageOf, StartError } from '@severe/base';
import { serverMessage } from '../errors.ts';

/** What a person can do about it, by the code of Node or PostgreSQL. */
const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there; start the server or mend DATABASE_URL',
  ENOTFOUND: 'no such host; mend DATABASE_URL',
  EAI_AGAIN: 'the name of the host cannot be resolved now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host does not answer',
  ECONNRESET: 'the server closed the connection; is it PostgreSQL?',
  '28P01': 'the password is wrong',
  '28000': 'the server does not let this user in',
  '3D000': 'there is no such database; create it first',
  '53300': 'the server has no connection left',
  '55P03': 'another process has been migrating the database for a minute',
  '57P03': 'the server is starting or stopping',
  '58P01': 'PostGIS is not installed on the server',
  '0A000': 'PostGIS is not installed on the server',
  '42501': 'this user may not do that; let an administrator run: create extension postgis',
};

/** The error of a start on a PostgreSQL server as one line: where, what, and what to do; the password is left out. */
export function explainStart(error: unknown, url: string): unknown {
  if (error instanceof StartError) return error;
  const { code = '' } = error as { code?: string };
  const advice = ADVICE[code] ?? (/timeout/i.test(messageOf(error)) ? ADVICE.ETIMEDOUT : undefined);
  const said = serverMessage(error) || code; // an AggregateError of several addresses says nothing
  return new StartError(`the database at ${placeOf(url)} cannot be used: ${advice ? `${advice} (${said})` : said}`, {
    cause: error,
  });
}

/** `user@host:port/database` */
export function placeOf(url: string): string {
  const { username, host, pathname } = new URL(url);
  return `${username ? `${username}@` : ''}${host}${pathname}`;
}
