import { DataError } from '@severe/base';
import type { ListedObject, ListingPage } from '../parse/listing.ts';
import { parseInThread } from '../thread/parse-in-thread.ts';
import type { Fetcher } from './fetcher.ts';

/** Pages of one listing. */
const maxPages = 100;

/**
 * Lists a public bucket with ListObjectsV2 of S3, page by page.
 *
 * @param bucket     base URL of the bucket
 * @param startAfter excludes keys up to and including this one
 * @throws {DataError} `listing` if the response is not a listing, is too long, or does not progress
 */
export async function listBucket(
  fetcher: Fetcher,
  bucket: string,
  { prefix, startAfter }: { prefix: string; startAfter?: string },
): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  const query = { prefix, ...(startAfter ? { 'start-after': startAfter } : {}) };
  for await (const { objects } of pagesOf(fetcher, bucket, query)) found.push(...objects);
  return found;
}

/**
 * Names of the folders directly under a prefix, without the slash. If a server does not group keys by the delimiter, they
 * are grouped here.
 *
 * @throws {DataError} `listing` if the response is not a listing, is too long, or does not progress
 */
export async function listFolders(fetcher: Fetcher, bucket: string, prefix: string): Promise<string[]> {
  const found = new Set<string>();
  for await (const { objects, folders } of pagesOf(fetcher, bucket, { prefix, delimiter: '/' })) {
    for (const path of [...folders, ...objects.map(({ key }) => key)]) {
      const end = path.indexOf('/', prefix.length);
      if (end > 0) found.add(path.slice(prefix.length, end));
    }
  }
  return [...found];
}

/**
 * The pages of a listing. Every page but the last must have a key that no earlier page has, and a new token: a server
 * that repeats a page would be requested for ever.
 *
 * @throws {DataError} `listing`
 */
async function* pagesOf(
  fetcher: Fetcher,
  bucket: string,
  options: Record<string, string>,
): AsyncGenerator<ListingPage> {
  const keys = new Set<string>();
  const tokens = new Set<string>();
  const { 'start-after': startAfter, ...always } = options;
  let next: string | undefined;
  for (let pages = 1; ; pages++) {
    const start: Record<string, string> = next
      ? { 'continuation-token': next }
      : startAfter
        ? { 'start-after': startAfter }
        : {};
    const query = new URLSearchParams({ 'list-type': '2', 'max-keys': '1000', ...always, ...start });
    const page = await parseInThread(
      'listing',
      await fetcher.text(`${bucket}/?${query.toString()}`, { maxBytes: 4 << 20 }),
    );
    yield page;
    if (page.next === undefined) return;

    const before = keys.size;
    for (const { key } of page.objects) keys.add(key);
    for (const folder of page.folders) keys.add(folder);
    const stuck = tokens.has(page.next) ? 'a repeated continuation token' : keys.size === before ? 'no new key' : '';
    if (stuck)
      throw new DataError('listing', `expected the next page of ${bucket}, got a truncated page with ${stuck}`);
    if (pages === maxPages) throw new DataError('listing', `expected at most ${maxPages} pages of ${bucket}, got more`);
    tokens.add((next = page.next));
  }
}
