import type { IncomingHttpHeaders } from 'node:http';

/** The validators of a response. */
export interface Version {
  /** Quoted. */
  etag: string;
  /** Milliseconds since 1970. */
  modified?: number;
}

/**
 * Whether the client's copy is current (RFC 9110, section 13): If-None-Match decides; If-Modified-Since counts only
 * without it.
 */
export function isUnchanged(headers: IncomingHttpHeaders, { etag, modified }: Version): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modified !== undefined && Math.floor(modified / 1000) * 1000 <= since;
}
