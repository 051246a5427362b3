import { randomUUID } from 'node:crypto';

/** The id sent by the client if it is safe to log; else a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : randomUUID();
}
