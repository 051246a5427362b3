import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Page, PageHost, Sent } from './pages.ts';

/** Sends the page for a path and query: 200 or its status, 304 if the client's copy is current, or 404. */
export function sendPage(request: IncomingMessage, response: ServerResponse, host: PageHost, asked: Asked): void {
  const page = findPage(host.routes, request.method === 'POST' ? 'POST' : undefined, asked);
  if (!page || (page.status ?? 200) !== 200) {
    write(request, response, page?.status ?? 404, page ?? host.missing(asked.path));
    return;
  }
  const etag = `"${createHash('sha1').update(page.body).digest('hex')}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', `public, max-age=${host.maxAge}`);
  if (page.modified !== undefined) response.setHeader('Last-Modified', new Date(page.modified).toUTCString());
  if (isUnchanged(request.headers, { etag })) response.writeHead(304).end();
  else write(request, response, 200, page);
}

/** What a client asks a host for. */
interface Asked {
  path: string;
  query: URLSearchParams;
  now: number;
  sent: Sent;
}

function findPage(
  routes: PageHost['routes'],
  method: 'POST' | undefined,
  { path, query, now, sent }: Asked,
): Page | undefined {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return route.page(match.slice(1), query, now, sent);
  }
  return undefined;
}

function write(request: IncomingMessage, response: ServerResponse, status: number, { type, body }: Page): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** The validators of a response. */
interface Version {
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
