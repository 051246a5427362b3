import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUnchanged } from './conditions.ts';
import type { Page, PageHost } from './pages.ts';

/** Sends the page for a path and query: 200, 304 if the client's copy is current, or 404. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  host: PageHost,
  { path, query, now }: { path: string; query: URLSearchParams; now: number },
): void {
  const page = findPage(host.routes, path, query, now);
  if (!page) {
    write(request, response, 404, host.missing(path));
    return;
  }
  const etag = `"${createHash('sha1').update(page.body).digest('hex')}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', `public, max-age=${host.maxAge}`);
  if (page.modified !== undefined) response.setHeader('Last-Modified', new Date(page.modified).toUTCString());
  if (isUnchanged(request.headers, { etag })) response.writeHead(304).end();
  else write(request, response, 200, page);
}

function findPage(routes: PageHost['routes'], path: string, query: URLSearchParams, now: number): Page | undefined {
  for (const route of routes) {
    const match = route.path.exec(path);
    if (match) return route.page(match.slice(1), query, now);
  }
  return undefined;
}

function write(request: IncomingMessage, response: ServerResponse, status: number, { type, body }: Page): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
