import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { hostHandler } from './handler.ts';
import type { FromThread, ThreadOptions, ToThread } from './messages.ts';
import { createProxy } from './proxy.ts';

/**
 * The simulator yields to the service in the same process: it has half the weight where both want the processor. With less,
 * a machine that is busy with other work would leave too little to make the files in time.
 */
const niceness = 3;
// On Linux, this is the priority of the calling thread; elsewhere, it is that of the whole process.
if (process.platform === 'linux') setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));

const port = parentPort as MessagePort;
const { seed, host, port: listenPort, files, ...of } = workerData as ThreadOptions;
const send = (message: FromThread): void => port.postMessage(message);

const waiting = new Map<number, (now: number) => void>();
let lastId = 0;
/** The clock is in the main thread, since it may be set or run fast. It is queried for every request. */
const now = (): Promise<number> =>
  new Promise((resolve) => {
    waiting.set(++lastId, resolve);
    send({ kind: 'time-request', id: lastId });
  });

// Each thread loads only what it serves: all pages together take half a second and 90 MB.
const hosts = files
  ? { buckets: [], pages: (await import('./page-hosts.ts')).pageHosts(seed), proxied: createProxy(files) }
  : {
      buckets: (await import('./buckets.ts')).openBuckets(seed, of.backlogMs, of.repeatFrom, of.everyRadarAs),
      pages: [],
    };
const handler = hostHandler(hosts, now, (error) =>
  send({ kind: 'error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
);
const server = createServer((request, response) => {
  if (of.reportsAnswers) report(request, response);
  handler(request, response);
});
// Making a file blocks this thread for seconds. The timeout keeps connections that wait meanwhile from being closed as
// idle.
server.keepAliveTimeout = 120_000;

function report({ url }: IncomingMessage, response: ServerResponse): void {
  const askedAt = Date.now();
  response.once('finish', () =>
    send({ kind: 'answered', path: url!, status: response.statusCode, askedAt, answeredAt: Date.now() }),
  );
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'time') {
    waiting.get(message.id)?.(message.now);
    waiting.delete(message.id);
    return;
  }
  server.close(() => port.close());
  server.closeAllConnections();
});
server.once('error', (error) => {
  send({ kind: 'refused', message: error.message });
  port.close();
});
server.listen(listenPort, host, () => {
  const named = [...hosts.buckets, ...hosts.pages].map((one) => one.host);
  send({ kind: 'listening', port: (server.address() as AddressInfo).port, hosts: named });
});
