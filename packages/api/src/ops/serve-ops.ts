import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { errorResponse } from '@severe/http';
import { RequestError, type Log } from '@severe/base';

/** A page of the private port. */
export type OpsPage = () => Promise<{ status: number; type: string; body: string }>;

/** Serves the pages of the private port by their path. */
export function serveOps(pages: ReadonlyMap<string, OpsPage>, log: Log): RequestListener {
  return (request, response) => void serve(pages, request, response, log);
}

async function serve(
  pages: ReadonlyMap<string, OpsPage>,
  { method, url }: IncomingMessage,
  response: ServerResponse,
  log: Log,
): Promise<void> {
  try {
    const page = pages.get(url!.split('?', 1)[0]);
    if (!page) throw new RequestError(404, 'Not found');
    if (method !== 'GET' && method !== 'HEAD')
      throw new RequestError(405, 'Method not allowed', { Allow: 'GET, HEAD' });
    const { status, type, body } = await page();
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
  } catch (error) {
    const { status, headers, body } = errorResponse(error, log, { path: url });
    response.writeHead(status, headers).end(body);
  }
}
