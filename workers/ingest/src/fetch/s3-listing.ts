import { DataError, messageOf } from '@severe/base';
import { XMLParser } from 'fast-xml-parser';
import type { Fetcher } from './fetcher.ts';

export interface ListedObject {
  key: string;
  bytes: number;
}

const parser = new XMLParser({
  parseTagValue: false,
  isArray: (name) => name === 'Contents' || name === 'CommonPrefixes',
  processEntities: true,
});

/**
 * Lists a public bucket with ListObjectsV2 of S3, page by page.
 *
 * @param bucket     base URL of the bucket
 * @param startAfter excludes keys up to and including this one
 * @throws {DataError} `listing` if the response is not a listing
 */
export async function listBucket(
  fetcher: Fetcher,
  bucket: string,
  { prefix, startAfter }: { prefix: string; startAfter?: string },
): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix, 'max-keys': '1000' });
    if (token) query.set('continuation-token', token);
    else if (startAfter) query.set('start-after', startAfter);
    const page = parseListing(await fetcher.text(`${bucket}/?${query.toString()}`, { maxBytes: 4 << 20 }));
    found.push(...page.objects);
    token = page.next;
  } while (token && found.length < 100_000);
  return found;
}

/**
 * Names of the folders directly under a prefix, without the slash. If a server does not group keys by the delimiter, they
 * are grouped here.
 *
 * @throws {DataError} `listing` if the response is not a listing
 */
export async function listFolders(fetcher: Fetcher, bucket: string, prefix: string): Promise<string[]> {
  const folders = new Set<string>();
  let token: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', prefix, delimiter: '/', 'max-keys': '1000' });
    if (token) query.set('continuation-token', token);
    const page = parseListing(await fetcher.text(`${bucket}/?${query.toString()}`, { maxBytes: 4 << 20 }));
    for (const path of [...page.folders, ...page.objects.map(({ key }) => key)]) {
      const end = path.indexOf('/', prefix.length);
      if (end > 0) folders.add(path.slice(prefix.length, end));
    }
    token = page.next;
  } while (token && folders.size < mostFolders);
  return [...folders];
}

const mostFolders = 10_000;

/** Parses one page of a listing, which may be empty. */
export function parseListing(xml: string | undefined): {
  objects: ListedObject[];
  folders: string[];
  next: string | undefined;
} {
  const result = readXml(xml ?? '')?.ListBucketResult;
  if (typeof result !== 'object' || result === null) {
    throw new DataError('listing', `expected a ListBucketResult, got ${JSON.stringify((xml ?? '').slice(0, 60))}`);
  }
  const { Contents = [], CommonPrefixes = [], IsTruncated, NextContinuationToken } = result as Listing;
  const objects = Contents.map(({ Key, Size }) => ({ key: Key ?? '', bytes: Number(Size) }));
  const folders = CommonPrefixes.map(({ Prefix }) => Prefix ?? '');
  return { objects, folders, next: IsTruncated === 'true' ? NextContinuationToken : undefined };
}

interface Listing {
  Contents?: { Key?: string; Size?: string }[];
  CommonPrefixes?: { Prefix?: string }[];
  IsTruncated?: string;
  NextContinuationToken?: string;
}

function readXml(xml: string): { ListBucketResult?: unknown } | undefined {
  try {
    return parser.parse(xml, true) as { ListBucketResult?: unknown };
  } catch (error) {
    throw new DataError('listing', `not XML: ${messageOf(error)}`, { cause: error });
  }
}
