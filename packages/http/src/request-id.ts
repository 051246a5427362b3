import { randomUUID } from 'node:crypto';

/** The client's own id where it is one that can be logged as it stands, else a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : randomUUID();
}
