import type { IncomingHttpHeaders } from 'node:http';

/** What a client is told of a version, and asks with again. */
export interface Version {
  /** With its quotes. */
  etag: string;
  /** Milliseconds since 1970. */
  modified?: number;
}

/** Whether the client has it: RFC 9110, section 13: If-None-Match decides; If-Modified-Since only where it is absent. */
export function isUnchanged(headers: IncomingHttpHeaders, { etag, modified }: Version): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modified !== undefined && Math.floor(modified / 1000) * 1000 <= since;
}
