import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { messageOf, StartError, type Clock, type Log } from '@severe/base';
import type { AskedFor } from './format.ts';
import type { Recording } from './read.ts';

export interface RecordingServer {
  /** Base URL of all providers: `<url>/<host>/<path>`. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves the answers of a recording: each URL has the newest answer that the recording had at the time of the clock. A
 * request that was never made gets the newest answer that differs only in values of the query, else a 504.
 *
 * @throws {StartError} the port is in use
 */
export async function serveRecording(options: {
  recording: Recording;
  port: number;
  host?: string;
  clock: Clock;
  log: Log;
}): Promise<RecordingServer> {
  const { recording, port, host = '127.0.0.1', clock, log } = options;
  const server = createServer((request, response) => {
    answer(recording, clock(), request, response).catch((error: unknown) => {
      log.error({ reason: messageOf(error) }, 'a recorded answer cannot be served');
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new StartError(`The recorded providers cannot listen on ${host}:${port}: ${messageOf(error)}`));
    });
    server.listen(port, host, resolve);
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(recording: Recording, now: Date, request: IncomingMessage, response: ServerResponse) {
  const asked = await requested(request);
  const found = asked && (recording.find(asked, now) ?? recording.findSimilar(asked, now));
  if (!found) {
    const problem = asked ? `no answer at ${now.toISOString()}` : 'no such request';
    response.writeHead(504, { 'Content-Type': 'text/plain' }).end(`The recording has ${problem}.\n`);
    return;
  }
  if (found.status === undefined || (found.status === 200 && found.problem !== undefined)) {
    response.destroy(); // the provider did not answer, or not to the end
  } else if (found.status === 200 && isUnchanged(request.headers, found.headers)) {
    response.writeHead(304, found.headers).end();
  } else {
    const body = (await found.body()) ?? Buffer.alloc(0);
    response.writeHead(found.status, { ...found.headers, 'content-length': String(body.length) });
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

/** Bytes of the body of a request that are read. */
const maxPostBytes = 64 * 1024;

/** The request as its provider would have got it; undefined if no provider gets such requests. */
async function requested(request: IncomingMessage): Promise<AskedFor | undefined> {
  const { method = '', url = '', headers } = request;
  const { range } = headers;
  const address = `https:/${url}`;
  if (!/^\/[^/?]/.test(url) || !URL.canParse(address)) return undefined;
  const common = { url: new URL(address).href, ...(range === undefined ? {} : { range }) };
  if (method === 'GET' || method === 'HEAD') return { method: 'GET', ...common };
  if (method !== 'POST' || Number(headers['content-length'] ?? Infinity) > maxPostBytes) return undefined;
  return { method: 'POST', ...common, post: await text(request) };
}

/**
 * Whether the client's copy of a response is current (RFC 9110, section 13). Headers have names in lower case.
 *
 * @param asked    headers of the request
 * @param response headers of the recorded response
 */
export function isUnchanged(
  asked: Readonly<Record<string, string | string[] | undefined>>,
  response: Readonly<Record<string, string>>,
): boolean {
  const tags = asked['if-none-match'];
  const { etag, 'last-modified': modified } = response;
  if (typeof tags === 'string') {
    return etag !== undefined && tags.split(',').some((tag) => plain(tag) === plain(etag));
  }
  const since = Date.parse(String(asked['if-modified-since']));
  return modified !== undefined && Date.parse(modified) <= since;
}

/** A tag without the mark of a weak one. */
const plain = (tag: string): string => tag.trim().replace(/^W\//, '');
