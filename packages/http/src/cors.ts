/** Response headers that scripts of other origins may read. */
const exposed = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Cost',
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
  'Access-Control-Expose-Headers': exposed.join(', '),
  ...privateHeaders,
};

/** Headers of the response to OPTIONS, preflight or not. `allow` lists the methods of the path. */
export function preflightHeaders(allow: string): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': 'X-API-Key, If-None-Match, If-Modified-Since, Last-Event-ID, Content-Type',
    'Access-Control-Max-Age': '86400',
  };
}
