import type { IncomingHttpHeaders } from 'node:http';

/** Response headers that scripts of other origins may read. */
const exposed = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Link',
  'ETag',
  'Last-Modified',
  'Age',
  'X-Request-Id',
  'X-Replay',
  'X-Frame-Time',
  'X-Frame-Times',
  'X-Loop-Layout',
  'X-Tile-Status',
  'X-Tile-Elevation',
  'X-Storm-Motion',
];

/** Headers of responses for pages of the service's own origin. */
export const privateHeaders: Readonly<Record<string, string>> = { 'X-Content-Type-Options': 'nosniff' };

/** Headers of every response of a public endpoint, including errors: any page may read it, without credentials. */
export const publicHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  ...privateHeaders,
};

/** Who reads a response: a script of another origin, a proxy that may keep it for everyone, or somebody else. */
export type Reader = 'script' | 'proxy' | 'other';

/** Browsers send `Origin` for scripts of other origins. */
export function readerOf({ origin, via, 'x-forwarded-for': forwarded }: IncomingHttpHeaders): Reader {
  if (via !== undefined || forwarded !== undefined) return 'proxy';
  return origin === undefined ? 'other' : 'script';
}

const exposure = ['Access-Control-Expose-Headers', exposed.join(', ')];

/**
 * The headers of a public response for its reader. The names of the headers that scripts may read are half of the head of a
 * tile, so only scripts receive them, and proxies, whose copies must serve scripts as well.
 *
 * @param headers flat list of names and values
 */
export function headersTo(reader: Reader, headers: readonly string[]): string[] {
  if (reader === 'proxy') return [...headers, ...exposure];
  const varied = withVary(headers);
  return reader === 'script' ? [...varied, ...exposure] : varied;
}

/** The headers with `Origin` in their `Vary`. */
function withVary(headers: readonly string[]): string[] {
  const at = headers.findIndex((name, i) => i % 2 === 0 && name === 'Vary');
  if (at < 0) return [...headers, 'Vary', 'Origin'];
  return headers.with(at + 1, `${headers[at + 1]}, Origin`);
}

/** Request headers that scripts of other origins may set. */
const allowed = [
  'X-API-Key',
  'If-None-Match',
  'If-Modified-Since',
  'Last-Event-ID',
  'Content-Type',
  'X-Request-Id',
  'User-Agent',
];

/** Headers of the response to OPTIONS, preflight or not. `allow` lists the methods of the path. */
export function preflightHeaders(allow: string): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': allowed.join(', '),
    'Access-Control-Max-Age': '86400',
  };
}
