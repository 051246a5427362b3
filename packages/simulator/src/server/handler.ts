import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createFaults } from '../faults/serve-faults.ts';
import type { Bucket, StoredObject } from './bucket.ts';
import { errorXml, listPage, listXml, type ListQuery } from './listing.ts';
import type { PageHost } from './pages.ts';
import { readBody } from './read-body.ts';
import { readRange } from './range.ts';
import { isUnchanged, sendPage } from './send-page.ts';
import { SerialQueue } from './serial-queue.ts';

/** An error response of S3. */
class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The hosts that a server simulates. */
interface Hosts {
  buckets: Bucket[];
  pages: PageHost[];
  /** Hosts that another server handles. */
  proxied?: ProxiedHosts;
}

export interface ProxiedHosts {
  hosts: string[];
  forward: RequestListener;
}

/**
 * Handles requests for every host under `/<host>/<path>`: buckets as S3 for an anonymous client (ListObjectsV2, GET and
 * HEAD with ranges and conditions), other hosts with their pages, which may take a POST. Under `/faults/<fault>/<host>/<path>` the same responses
 * are faulty; under `/at/<time>/<host>/<path>` they are those of a time.
 *
 * @param now  current simulated time, milliseconds since 1970
 * @param fail called with an unexpected error; the client gets a 500
 */
export function hostHandler(
  { buckets, pages, proxied }: Hosts,
  now: () => Promise<number>,
  fail: (error: unknown) => void,
): RequestListener {
  const byHost = new Map<string, Bucket | PageHost>([...buckets, ...pages].map((host) => [host.host, host]));
  const queue = new SerialQueue();
  const serveFault = createFaults();
  const respond = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    serveFault(request, response) ?? handleRequest({ byHost, proxied }, queue, now, request, response);
  return (request, response) => {
    respond(request, response).catch((error: unknown) => {
      const isExpected = error instanceof S3Error;
      if (!isExpected) fail(error);
      const { status, code, message } = isExpected ? error : new S3Error(500, 'InternalError', 'The simulator failed.');
      sendXml(request, response, status, errorXml(code, message, request.url ?? '/'));
    });
  };
}

interface HostTable {
  byHost: Map<string, Bucket | PageHost>;
  proxied?: ProxiedHosts;
}

async function handleRequest(
  { byHost, proxied }: HostTable,
  queue: SerialQueue,
  now: () => Promise<number>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { time, path } = timeIn(request.url!);
  const address = `http://simulator${path}`;
  if (!URL.canParse(address)) throw new S3Error(400, 'InvalidURI', `${request.url} is not a path.`);
  const url = new URL(address);
  const asOf = async (): Promise<number> => time ?? now();
  const [host, ...rest] = url.pathname.slice(1).split('/');
  if (proxied?.hosts.includes(host)) {
    proxied.forward(request, response);
    return;
  }
  const bucket = byHost.get(host);
  const takesPost = bucket !== undefined && 'routes' in bucket && bucket.routes.some(({ method }) => method === 'POST');
  if (!['GET', 'HEAD', ...(takesPost ? ['POST'] : [])].includes(request.method!)) {
    throw new S3Error(405, 'MethodNotAllowed', `${request.method} is not answered here.`);
  }
  if (!bucket) {
    const all = [...(proxied?.hosts ?? []), ...byHost.keys()];
    throw new S3Error(404, 'NoSuchBucket', `Simulated hosts are ${all.join(', ')}.`);
  }
  if ('routes' in bucket) {
    const sent = {
      authorization: request.headers.authorization,
      body: request.method === 'POST' ? await readBody(request) : '',
    };
    sendPage(request, response, bucket, { path: rest.join('/'), query: url.searchParams, now: await asOf(), sent });
    return;
  }
  const key = readKey(rest.join('/'));
  if (key === '') {
    const query = readListQuery(url.searchParams);
    const objects = bucket.objects(await asOf(), query.prefix);
    sendXml(request, response, 200, listXml(host.split('.')[0], query, listPage(objects, query)));
    return;
  }
  const object = bucket.objects(await asOf(), key).find((candidate) => candidate.key === key);
  if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
  await sendObject(request, response, bucket, queue, object);
}

/** The time of a path `/at/<time>/<host>/…`, and the rest of it; no time for the present. */
function timeIn(path: string): { time?: number; path: string } {
  const [, time, rest] = /^\/at\/([\d-]+T[\d:]+Z)(\/.*)$/.exec(path) ?? [];
  return time && rest && !Number.isNaN(Date.parse(time)) ? { time: Date.parse(time), path: rest } : { path };
}

async function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  bucket: Bucket,
  queue: SerialQueue,
  object: StoredObject,
): Promise<void> {
  response.setHeader('ETag', object.etag);
  response.setHeader('Last-Modified', new Date(object.modified).toUTCString());
  response.setHeader('Accept-Ranges', 'bytes');
  if (isUnchanged(request.headers, object)) {
    response.writeHead(304).end();
    return;
  }
  const contents = bucket.isSlow ? await queue.run(() => bucket.open(object.key)) : bucket.open(object.key);
  const range = readRange(request.headers.range, contents.size);
  if (range === 'unsatisfiable') {
    response.setHeader('Content-Range', `bytes */${contents.size}`);
    throw new S3Error(416, 'InvalidRange', `The object has ${contents.size} bytes.`);
  }
  const { start, end } = range ?? { start: 0, end: contents.size };
  response.setHeader('Content-Type', contents.type);
  response.setHeader('Content-Length', end - start);
  if (range) response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${contents.size}`);
  response.writeHead(range ? 206 : 200);
  response.end(request.method === 'HEAD' ? undefined : contents.slice(start, end));
}

function readListQuery(params: URLSearchParams): ListQuery {
  if (params.get('list-type') !== '2') throw new S3Error(501, 'NotImplemented', 'Only list-type=2 is answered.');
  const given = params.get('max-keys') ?? '1000';
  if (!/^\d{1,9}$/.test(given)) {
    throw new S3Error(400, 'InvalidArgument', `max-keys needs a whole number, got ${JSON.stringify(given)}.`);
  }
  return {
    prefix: params.get('prefix') ?? '',
    delimiter: params.get('delimiter') ?? '',
    startAfter: params.get('start-after') ?? '',
    maxKeys: Math.min(1000, Number(given)),
    token: params.get('continuation-token') ?? undefined,
  };
}

function readKey(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw new S3Error(400, 'InvalidURI', `The path is not valid percent-encoding: ${(cause as Error).message}.`);
  }
}

function sendXml(request: IncomingMessage, response: ServerResponse, status: number, body: string): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'Content-Type': 'application/xml', 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}
