import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { freePort } from '@severe/testing/free-port';

/** A replica of the origin, which can be lost. */
export interface Replica {
  /** `host:port` where it listens. */
  address: string;
  /** Method and path of what it received. */
  received: string[];
  /** What it responds. Default: 200 with `{}`, which nobody may keep. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  open(): Promise<void>;
  close(): Promise<void>;
}

/** A response with a body of JSON. */
export const responding =
  (status: number, headers: OutgoingHttpHeaders = { 'Cache-Control': 'no-store' }, body = '{}'): Replica['answer'] =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

/** As a process that is stopped: connections are accepted, and nothing is answered. */
export const silent: Replica['answer'] = () => undefined;

/** @param host an address of this machine @param port default: a free one */
export async function makeReplica(host = '127.0.0.1', port?: number): Promise<Replica> {
  let server: Server | undefined;
  const listensAt = port ?? (await freePort());
  const replica: Replica = {
    address: `${host}:${listensAt}`,
    received: [],
    answer: responding(200),
    open: () =>
      new Promise((resolve) => {
        if (server?.listening) return resolve();
        server = createServer((request, response) => {
          replica.received.push(`${request.method} ${request.url}`);
          replica.answer(request, response);
        }).listen(listensAt, host, resolve);
      }),
    close: () =>
      new Promise((resolve) => {
        if (!server?.listening) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return replica;
}
