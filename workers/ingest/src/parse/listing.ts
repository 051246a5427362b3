import { DataError, messageOf } from '@severe/base';
import { XMLParser } from 'fast-xml-parser';
import { excerpt } from './payload.ts';

/** An object of a bucket. */
export interface ListedObject {
  key: string;
  bytes: number;
  /** When it was stored, by the clock of the provider; undefined if the listing does not say. */
  storedAt: Date | undefined;
}

const parser = new XMLParser({
  parseTagValue: false,
  isArray: (name) => name === 'Contents' || name === 'CommonPrefixes',
  processEntities: true,
});

/** Objects and folders of a page. S3 gives at most 1000; servers that ignore `max-keys` may give more. */
const maxPageEntries = 10_000;
/** A page of a listing. */
export interface ListingPage {
  objects: ListedObject[];
  folders: string[];
  /** Continuation token; undefined if this is the last page. */
  next: string | undefined;
}

/**
 * Parses one page of a listing, which may be empty.
 *
 * @throws {DataError} `listing` if it is not a listing, has too many entries, or is truncated without a token
 */
export function parseListing(xml = ''): ListingPage {
  // Counted before the XML is parsed, which takes longer.
  if (!hasAtMost(xml, /<(?:Contents|CommonPrefixes)\b/g, maxPageEntries)) {
    throw new DataError('listing', `expected at most ${maxPageEntries} objects on a page, got more`);
  }
  const result = readXml(xml)?.ListBucketResult;
  if (typeof result !== 'object' || result === null) {
    throw new DataError('listing', `expected a ListBucketResult, got ${excerpt(xml, 60)}`);
  }
  const { Contents = [], CommonPrefixes = [], IsTruncated, NextContinuationToken: next } = result as Listing;
  const objects = Contents.map(({ Key, Size, LastModified }) => {
    return { key: Key ?? '', bytes: Number(Size), storedAt: dateOf(LastModified) };
  });
  const folders = CommonPrefixes.map(({ Prefix }) => Prefix ?? '');
  if (IsTruncated !== 'true') return { objects, folders, next: undefined };
  if (!next) throw new DataError('listing', 'expected a continuation token, got a truncated page without one');
  return { objects, folders, next };
}

function hasAtMost(text: string, pattern: RegExp, most: number): boolean {
  let found = 0;
  while (found <= most && pattern.test(text)) found++;
  return found <= most;
}

interface Listing {
  Contents?: { Key?: string; Size?: string; LastModified?: string }[];
  CommonPrefixes?: { Prefix?: string }[];
  IsTruncated?: string;
  NextContinuationToken?: string;
}

function dateOf(text = ''): Date | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(at);
}

function readXml(xml: string): { ListBucketResult?: unknown } | undefined {
  try {
    return parser.parse(xml, true) as { ListBucketResult?: unknown };
  } catch (error) {
    throw new DataError('listing', `not XML: ${messageOf(error)}`, { cause: error });
  }
}
