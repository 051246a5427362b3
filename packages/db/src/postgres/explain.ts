import { messageOf, StartError } from '@severe/base';
import { serverMessage } from '../errors.ts';

/** Advice by the code of Node or PostgreSQL. */
const adviceByCode: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there; start the server or correct DATABASE_URL',
  ENOTFOUND: 'no such host; correct DATABASE_URL',
  EAI_AGAIN: 'the name of the host cannot be resolved at the moment',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host does not answer',
  ECONNRESET: 'the server closed the connection; is it PostgreSQL?',
  '08P01': 'is it PgBouncer in transaction mode? Then set DATABASE_POOLER=true',
  '28P01': 'the password is wrong',
  '28000': 'the server does not admit this user',
  '3D000': 'there is no such database; create it first',
  '53300': 'the server has no connection left',
  '55P03': 'another process has held the migration lock for a minute',
  '57P03': 'the server is starting or stopping',
  '58P01': 'PostGIS is not installed on the server',
  '0A000': 'PostGIS is not installed on the server',
  '42501': 'this user lacks the permission; ask an administrator to run: create extension postgis',
};

/** The start error of a PostgreSQL server as one line: place, cause and advice, without the password. */
export function explainStart(error: unknown, url: string): unknown {
  if (error instanceof StartError) return error;
  const { code = '' } = error as { code?: string };
  const advice = adviceByCode[code] ?? (/timeout/i.test(messageOf(error)) ? adviceByCode.ETIMEDOUT : undefined);
  const said = serverMessage(error) || code; // an AggregateError of several addresses has no message
  return new StartError(`the database at ${placeOf(url)} cannot be used: ${advice ? `${advice} (${said})` : said}`, {
    cause: error,
  });
}

/** `user@host:port/database` */
export function placeOf(url: string): string {
  const { username, host, pathname } = new URL(url);
  return `${username ? `${username}@` : ''}${host}${pathname}`;
}
