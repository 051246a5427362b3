import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { hostHandler } from './handler.ts';
import { ByteCache } from './byte-cache.ts';
import type { FromThread, ThreadOptions, ToThread } from './messages.ts';
import { radarBucket } from './radar-bucket.ts';
import { modelBucket } from './model-bucket.ts';
import { pageHosts } from './page-hosts.ts';
import { passOn } from './pass-on.ts';
import { satelliteBucket } from './satellite-bucket.ts';
import { volumeBuckets } from './volume-buckets.ts';
import { openSatelliteStudio, satellites } from '../satellite/studio.ts';

/** Memory for files that were made. */
const cacheBytes = 64 * 2 ** 20;
/** And for volumes, which are asked for in chunks: to make one again for each would be too slow. */
const volumeCacheBytes = 48 * 2 ** 20;

const port = parentPort as MessagePort;
const { seed, host, port: listenPort, backlogMs, filesPort } = workerData as ThreadOptions;
const say = (message: FromThread): void => port.postMessage(message);

const waiting = new Map<number, (now: number) => void>();
let asked = 0;
/** The clock lives in the main thread, and may be set or fast: it is asked for every request. */
const now = (): Promise<number> =>
  new Promise((resolve) => {
    waiting.set(++asked, resolve);
    say({ kind: 'time?', id: asked });
  });

const cache = new ByteCache(cacheBytes);
const studio = openSatelliteStudio(seed);
const buckets = [
  radarBucket(seed, backlogMs, cache),
  modelBucket(seed, cache),
  ...volumeBuckets(seed, backlogMs, new ByteCache(volumeCacheBytes)),
  ...satellites.map((satellite) => satelliteBucket(seed, backlogMs, cache, studio, satellite)),
];
const own = hostHandler({ buckets, pages: pageHosts(seed) }, now, (error) =>
  say({ kind: 'error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
);
const files = filesPort === undefined ? own : passOn(filesPort);
const bucketHosts = new Set(buckets.map((bucket) => bucket.host));
const server = createServer((request, response) => {
  const [, named] = request.url!.split(/[/?]/, 2);
  (bucketHosts.has(named) ? files : own)(request, response);
});
// While a file is made nothing is answered for seconds: a connection that waits meanwhile is not to be taken for idle.
server.keepAliveTimeout = 120_000;

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
  say({ kind: 'refused', message: error.message });
  port.close();
});
server.listen(listenPort, host, () => say({ kind: 'listening', port: (server.address() as AddressInfo).port }));
