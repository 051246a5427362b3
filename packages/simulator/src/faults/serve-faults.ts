import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readBody } from '../server/read-body.ts';
import { isListing, type Fault, type Reply } from './fault.ts';
import { faults } from './index.ts';
import { foreignHost } from './responses.ts';

/** The first part of the path of a request for a faulty response. */
const prefix = '/faults';

/** `/faults/<fault>[.files][~<label>]/<host>/…`. */
const pattern = /^\/faults\/([a-z0-9-]+)(\.files)?(?:~([\w.-]{1,80}))?(\/[^/]+\/.*)$/;

/** Requests of one client, and how many of them got a faulty response. */
interface Counts {
  requests: number;
  faulty: number;
}

/**
 * Serves faulty responses under `/faults/<fault>/<host>/<path>`, made from the good responses under `/<host>/<path>`.
 * With `.files`, the listings of buckets are good. `GET /faults` lists the faults, and counts requests by label, which
 * is free text.
 *
 * @returns undefined for the path of a good response
 */
export function createFaults(): (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined {
  const byId = new Map(faults.map((fault) => [fault.id, fault]));
  const countsByLabel = new Map<string, Counts>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === prefix) {
      const list = faults.map(({ id, about }) => ({ id, about }));
      return sendJson(response, 200, { faults: list, requests: Object.fromEntries(countsByLabel) });
    }
    const [, id, files, label = '', target] = pattern.exec(request.url!) ?? [];
    const fault = byId.get(id);
    if (!fault)
      return sendJson(response, 404, { detail: 'expected /faults/<fault>/<host>/<path>; /faults lists them' });

    const counts = countsByLabel.get(label) ?? { requests: 0, faulty: 0 };
    countsByLabel.set(label, counts);
    counts.requests++;
    const { address, port } = request.socket.address() as AddressInfo;
    const base = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
    const asked = { target, url: request.url!, base };
    const init = await passedOn(request);
    const isExempt = target.startsWith(`/${foreignHost}/`) || (files !== undefined && isListing(asked));
    const reply = isExempt ? undefined : await faultyReply(fault, asked, init);
    if (reply) counts.faulty++;
    await send(response, reply ?? (await goodReply(`${base}${target.replace(`/${foreignHost}`, '')}`, init)));
  }
  return (request, response) => (request.url?.startsWith(prefix) ? serve(request, response) : undefined);
}

type Asked = Parameters<NonNullable<Fault['reply']>>[0];

/** Undefined if the fault does not apply. */
async function faultyReply(fault: Fault, asked: Asked, init: RequestInit): Promise<Reply | undefined> {
  if (fault.reply) return fault.reply(asked);
  const target = fault.targetOf?.(asked.target) ?? asked.target;
  const good = await goodReply(`${asked.base}${target}`, init);
  return good.status === 200 || good.status === 206 ? fault.change?.(good, asked) : undefined;
}

/** What is passed on to the good response. */
async function passedOn(request: IncomingMessage): Promise<RequestInit> {
  const { method, headers } = request;
  const kept = ['range', 'authorization', 'content-type'] as const;
  const pairs = kept.flatMap((name): [string, string][] => (headers[name] ? [[name, headers[name]]] : []));
  return { headers: pairs, ...(method === 'POST' ? { method, body: await readBody(request) } : {}) };
}

async function goodReply(url: string, init: RequestInit): Promise<Reply & { body: Uint8Array }> {
  const response = await fetch(url, init);
  const body = Buffer.from(await response.arrayBuffer());
  const kept = ['content-type', 'etag', 'last-modified', 'content-range'];
  const found = kept.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name)!]] : []));
  return { status: response.status, headers: Object.fromEntries(found) as Record<string, string>, body };
}

async function send(response: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  response.writeHead(status, headers);
  if (body instanceof Uint8Array) return void response.end(body);
  await pipeline(Readable.from(body), response).catch(() => undefined); // the client has left
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
