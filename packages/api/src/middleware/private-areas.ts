import { apiPrefix } from '@severe/http';

/** Paths that need a session. */
const signedIn = /^\/(account|admin)(\/|$)/;
/** Paths that only pages of the own origin may use. */
const ownPages = /^\/(account|admin|auth)(\/|$)/;

/** Whether a path needs a session. This is checked before the path is looked up. */
export function needsSession(path: string): boolean {
  return path.startsWith(apiPrefix) && signedIn.test(path.slice(apiPrefix.length));
}

/** Whether pages of any origin may read the response. */
export function isPublic(path: string): boolean {
  return !path.startsWith(apiPrefix) || !ownPages.test(path.slice(apiPrefix.length));
}
