import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate } from './certificate.ts';

/** A request as it arrived. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks on loopback, with TLS. */
export interface HttpsReceiver {
  port: number;
  /** `https://localhost:<port>/hook` */
  url: string;
  /** Certificate of the receiver, which is its own authority. */
  ca: string;
  /** Requests in the order of their arrival. */
  received: Received[];
  /** Answers a request that has been received; a 204 by default. */
  answer: (request: Received, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Starts a receiver on a free port. */
export async function openHttpsReceiver(): Promise<HttpsReceiver> {
  const certificate = testCertificate();
  const server = createServer(certificate, (request, response) => {
    collect(request).then(
      (received) => {
        receiver.received.push(received);
        receiver.answer(received, response);
      },
      () => response.destroy(), // the sender was killed
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: HttpsReceiver = {
    port,
    url: `https://localhost:${port}/hook`,
    ca: certificate.cert,
    received: [],
    answer: (_, response) => void response.writeHead(204).end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

async function collect(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return { path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() };
}
