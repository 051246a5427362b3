import type { IncomingHttpHeaders } from 'node:http';
import { digestOf } from '@severe/db';
import type { Credential } from '../../access/credential-watch.ts';
import type { ApiContext } from '../../context.ts';

/**
 * The key and the session of a request; undefined without any. The key has been checked. A cookie without a valid session
 * is ignored, because everybody may listen; while the database is unavailable, its session counts as valid.
 */
export function credentialsOf(
  headers: IncomingHttpHeaders,
  { sessions, db }: Pick<ApiContext, 'sessions' | 'db'>,
): Promise<Credential[]> | undefined {
  const key = headers['x-api-key'] as string | undefined;
  const keys: Credential[] = key === undefined ? [] : [{ kind: 'key', digest: digestOf(key).toString('hex') }];
  const session = sessions.digestIn(headers)?.toString('hex');
  if (session === undefined) return key === undefined ? undefined : Promise.resolve(keys);
  return db.sessions.invalid([session]).then(
    (invalid) => (invalid.length > 0 ? keys : [...keys, { kind: 'session', digest: session }]),
    () => [...keys, { kind: 'session', digest: session }],
  );
}
