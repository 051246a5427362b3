import { RequestError } from '@severe/base';
import type { Sessions } from './sessions.ts';
import type { RequestHeaders } from './cookie.ts';

/**
 * Makes something for the user of a session that is valid afterwards, too. A reset of the password ends what a stranger has
 * made in an account; what the stranger makes at the same moment must not outlive it.
 *
 * @param undo removes what was made
 * @throws {RequestError} 401 if the session has ended meanwhile; then nothing remains
 */
export async function whileSignedIn<T>(
  sessions: Pick<Sessions, 'find'>,
  headers: RequestHeaders,
  make: () => Promise<T>,
  undo: (made: T) => Promise<unknown>,
): Promise<T> {
  const made = await make();
  if (await sessions.find(headers)) return made;
  await undo(made);
  throw new RequestError(401, 'Not authenticated');
}
