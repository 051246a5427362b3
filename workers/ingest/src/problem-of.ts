import { DataError, UpstreamError } from '@severe/base';
import type { FeedProblem } from '@severe/db';
import { suspicious } from './feeds/shared/empty-list-check.ts';

/** Names of the service's own stores in errors. */
export const ourStores: ReadonlySet<string> = new Set(['database', 'object store']);

/** Codes of answers without data: a wrong status, a redirect that is not followed, a 404 for what always exists. */
const withoutData = new Set(['gone', 'status', 'bad-request', 'redirect']);

/** The kind of failure that health reports. */
export function problemOf(error: unknown): FeedProblem {
  if (error instanceof UpstreamError) return ourStores.has(error.system) ? 'internal' : 'unavailable';
  if (!(error instanceof DataError)) return 'internal';
  if (error.code === suspicious) return 'empty';
  return withoutData.has(error.code) ? 'unavailable' : 'unreadable';
}
