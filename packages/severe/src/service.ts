import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi, createOps } from '@severe/api';
import { createClock, StartError, type Clock, type Log, type Settings } from '@severe/base';
import { openDatabase, type Database } from '@severe/db';
import { startIngest } from '@severe/ingest';
import { openPlatform, type Platform } from '@severe/platform';
import { startRasterWorker } from '@severe/raster-worker';
import { startSimulator } from '@severe/simulator';
import { createTileServer } from '@severe/tiles';
import { pagesDir } from '@severe/viewer';
import type { Role } from './roles.ts';
import { version } from './version.ts';

export interface Service {
  url: string;
  opsUrl: string;
  simulated: boolean;
  close(): Promise<void>;
}

interface Options {
  settings: Settings;
  roles: Role[];
  simulated: boolean;
  log: Log;
}

/** What every role works with. */
interface Means {
  settings: Settings;
  db: Database;
  platform: Platform;
  clock: Clock;
  log: Log;
  simulated: boolean;
}

/** Something that was opened and must be closed; the last opened is closed first. */
type Closing = () => Promise<unknown>;

/**
 * The whole service in one process, or some roles of it.
 *
 * The port is taken first, so that a second start fails at once; requests that come before everything is open wait.
 */
export async function startService(options: Options): Promise<Service> {
  const closings: Closing[] = [];
  const close = () => closeAll(closings, options.log);
  try {
    return await open(options, closings, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(options: Options, closings: Closing[], close: () => Promise<void>): Promise<Service> {
  const { roles, simulated, log } = options;
  const clock = createClock(options.settings.clock);
  const front = createFront();
  const ops = createFront();
  const port = await listen(front.server, options.settings.port, options.settings.host, 'PORT');
  closings.push(() => endServer(front.server));
  const opsPort = await listen(ops.server, options.settings.opsPort, '127.0.0.1', 'OPS_PORT');
  closings.push(() => endServer(ops.server));

  const settings = simulated ? await withSimulator(options, clock, closings) : options.settings;
  const url = settings.publicUrl || `http://${urlHost(settings.host)}:${port}`;
  const db = await openDatabase(settings, { log, clock, simulated });
  closings.push(() => db.close());
  const platform = await openPlatform(settings, log);
  closings.push(() => platform.close());

  const means: Means = { settings, db, platform, clock, log, simulated };
  if (roles.includes('raster')) {
    const worker = startRasterWorker(means);
    closings.push(() => worker.close());
  }
  if (roles.includes('ingest')) {
    const ingest = startIngest(means);
    closings.push(() => ingest.close());
  }
  const doors = await openDoors(means, roles, url, closings);
  closings.push(async () => doors.drain());
  front.open(doors.listener);
  ops.open(doors.opsListener);
  return { url, opsUrl: `http://127.0.0.1:${opsPort}`, simulated, close };
}

/** The simulated providers take the place of the real ones. */
async function withSimulator(options: Options, clock: Clock, closings: Closing[]): Promise<Settings> {
  if (options.settings.providers) return options.settings;
  const simulator = await startSimulator({ port: 0, seed: 1, clock, log: options.log });
  closings.push(() => simulator.close());
  return Object.freeze({ ...options.settings, providers: simulator.url });
}

/** Tiles stand in front of the API on one port; a process without one of the two answers for the other alone. */
async function openDoors(
  means: Means,
  roles: Role[],
  url: string,
  closings: Closing[],
): Promise<{ listener: RequestListener; opsListener: RequestListener; drain: () => void }> {
  const publicUrl = () => url;
  const tiles = roles.includes('tiles') ? await createTileServer({ ...means, publicUrl }) : undefined;
  if (tiles) closings.push(() => tiles.close());
  const api = createApi({
    ...means,
    version,
    publicUrl,
    pagesDir,
    otherEndpoints: tiles?.endpoints ?? [],
  });
  const answer = api.app.callback();
  const ops = createOps({ ...means, api, ...(tiles ? { tiles } : {}) });
  return {
    listener: (req, res) => {
      if (!tiles?.handle(req, res)) void answer(req, res);
    },
    opsListener: ops.listener,
    drain: ops.drain,
  };
}

/** A server that holds its requests until there is somebody to answer them; that it lives it says at once. */
function createFront(): { server: Server; open(listener: RequestListener): void } {
  let answering: RequestListener | undefined;
  let open = (_listener: RequestListener): void => {};
  const opened = new Promise<RequestListener>((resolve) => (open = resolve));
  const server = createServer((req, res) => {
    if (answering) answering(req, res);
    else if (req.url === '/healthz') res.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    else void opened.then((listener) => listener(req, res));
  });
  server.keepAliveTimeout = 65_000; // longer than the idle time of the usual proxies, which reuse connections
  return {
    server,
    open(listener) {
      answering = listener;
      open(listener);
    },
  };
}

function listen(server: Server, port: number, host: string, setting: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`;
      reject(new StartError(`port ${port} of ${host} ${why}; ${setting} sets another`, { cause: error }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Lets requests under way end, and cuts what has not ended after five seconds. */
function endServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), 5_000);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Last opened, first closed; one that fails to close does not keep the others open. */
async function closeAll(closings: Closing[], log: Log): Promise<void> {
  for (const close of closings.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      log.warn({ err: error }, 'stop: something could not be closed');
    }
  }
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
