import { keep, recall } from './browser-storage.ts';

const key = 'signed-in';

/**
 * Whether somebody has signed in on this browser. The cookie of a session cannot be read by scripts, and a visitor without an
 * account should not cause a refused request at each visit.
 */
export function mayBeSignedIn(): boolean {
  return recall(key) !== null;
}

/** Remembers that somebody has signed in, or has signed out. */
export function rememberSignedIn(isSignedIn: boolean): void {
  keep(key, isSignedIn ? 'yes' : null);
}
