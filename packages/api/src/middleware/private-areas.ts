import { apiPrefix } from '@severe/http';

/** What lies here belongs to who is signed in. */
const signedIn = /^\/(account|admin)(\/|$)/;
/** And here to pages of the service's own origin alone. */
const ownPages = /^\/(account|admin|auth)(\/|$)/;

/** Whether a path asks for somebody who is signed in, before it says whether anything is there. */
export function needsSession(path: string): boolean {
  return path.startsWith(apiPrefix) && signedIn.test(path.slice(apiPrefix.length));
}

/** Whether pages of any origin may read what a path answers. */
export function isPublic(path: string): boolean {
  return !path.startsWith(apiPrefix) || !ownPages.test(path.slice(apiPrefix.length));
}
