/** Headers of an answer that a script of any page may read. */
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
  'X-Frame-Time',
  'X-Frame-Times',
  'X-Loop-Layout',
  'X-Tile-Status',
  'X-Tile-Elevation',
  'X-Storm-Motion',
];

/** On answers that are for pages of the service's own origin. */
export const privateHeaders: Readonly<Record<string, string>> = { 'X-Content-Type-Options': 'nosniff' };

/** On every answer of a public endpoint, errors included: any page may read it, without credentials. */
export const publicHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed.join(', '),
  ...privateHeaders,
};

/** On the answer to OPTIONS, whether or not it is a browser's preflight; `allow` lists the methods of the path. */
export function preflightHeaders(allow: string): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': 'X-API-Key, If-None-Match, If-Modified-Since, Last-Event-ID, Content-Type',
    'Access-Control-Max-Age': '86400',
  };
}
