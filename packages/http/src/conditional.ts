import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the client has this representation already (RFC 9110, 13.1.2 and 13.1.3). `If-None-Match` compares weakly and
 * takes precedence over `If-Modified-Since`.
 *
 * @param etag         with its quotes
 * @param lastModified an HTTP date
 */
export function isFresh(headers: IncomingHttpHeaders, etag: string | undefined, lastModified?: string): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return etag !== undefined && (tags.trim() === '*' || tagsOf(tags).includes(opaque(etag)));
  const since = headers['if-modified-since'];
  if (since === undefined || lastModified === undefined) return false;
  return Date.parse(lastModified) <= Date.parse(since); // false if one of them is not a date
}

/** The quoted parts of a list of entity tags; `W/` is dropped, as weak comparison does. */
function tagsOf(list: string): string[] {
  return list.match(/"[^"]*"/g) ?? [];
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag;
}
