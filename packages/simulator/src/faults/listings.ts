import { isListing, ok, type Fault, type FaultyRequest, type GoodReply, type Reply } from './fault.ts';

let pages = 0;

/** A page that says that more follows. */
function truncatedPage(good: GoodReply, request: FaultyRequest, token: string, key?: string): Reply | undefined {
  if (!isListing(request)) return undefined;
  const xml = Buffer.from(good.body).toString();
  const more = `<NextContinuationToken>${token}</NextContinuationToken>`;
  const listed = key === undefined ? '' : `<Contents><Key>${key}</Key><Size>1</Size></Contents>`;
  const body = xml
    .replace(/<NextContinuationToken>.*?<\/NextContinuationToken>/, '')
    .replace(/<IsTruncated>\w+<\/IsTruncated>/, `${more}<IsTruncated>true</IsTruncated>${listed}`);
  return ok(body, { 'content-type': 'application/xml' });
}

/** The good response is the first page, whatever token is sent. */
const withoutToken = (target: string): string => target.replace(/&continuation-token=[^&]*/, '');

/** Faults of the listings of buckets. */
export const listingFaults: Fault[] = [
  {
    id: 'endless-listing',
    about: 'a listing that never ends',
    targetOf: withoutToken,
    change: (good, request) => truncatedPage(good, request, `token${++pages}`, `endless/${pages}`),
  },
  {
    id: 'repeated-page',
    about: 'a listing that repeats a page',
    targetOf: withoutToken,
    change: (good, request) => truncatedPage(good, request, `token${++pages}`),
  },
  {
    id: 'stuck-listing',
    about: 'a listing that continues where it was',
    targetOf: withoutToken,
    change: (good, request) => truncatedPage(good, request, 'token'),
  },
];
