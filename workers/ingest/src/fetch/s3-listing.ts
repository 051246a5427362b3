import { DataError, messageOf } from '@severe/base';
import { XMLParser } from 'fast-xml-parser';
import type { Fetcher } from './fetcher.ts';

export interface ListedObject {
  key: string;
  bytes: number;
}

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents', processEntities: true });

/**
 * Lists a public bucket as S3's ListObjectsV2 does, following its pages.
 *
 * @param bucket     base URL of the bucket
 * @param startAfter keys up to and including this one are left out
 * @throws {DataError} `listing` when the answer is not a listing
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

/** One page of a listing. An empty page is a listing too; a page of anything else is not. */
export function parseListing(xml: string | undefined): { objects: ListedObject[]; next: string | undefined } {
  const result = readXml(xml ?? '')?.ListBucketResult;
  if (typeof result !== 'object' || result === null) {
    throw new DataError('listing', `expected a ListBucketResult, got ${JSON.stringify((xml ?? '').slice(0, 60))}`);
  }
  const { Contents = [], IsTruncated, NextContinuationToken } = result as Listing;
  const objects = Contents.map(({ Key, Size }) => ({ key: Key ?? '', bytes: Number(Size) }));
  return { objects, next: IsTruncated === 'true' ? NextContinuationToken : undefined };
}

interface Listing {
  Contents?: { Key?: string; Size?: string }[];
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
