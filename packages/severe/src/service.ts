import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi, createOps } from '@severe/api';
import { createClock, StartError, type Clock, type Log, type Settings } from '@severe/base';
import { openDatabase, type Database } from '@severe/db';
import { createPublicServer } from '@severe/http';
import { forecastsOnDemand, startIngest } from '@severe/ingest';
import { openPlatform, type Platform } from '@severe/platform';
import { startRasterWorker } from '@severe/raster-worker';
import { startSimulator } from '@severe/simulator';
import { createTileServer, tileEndpoints, type StormMotions, type TileServer } from '@severe/tiles';
import { pagesDir } from '@severe/viewer';
import { createRateLimit } from './rate-limit.ts';
import { allRoles, type Role } from './roles.ts';
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
  const front = createFront(log);
  const ops = createFront(log);
  const port = await listen(front.server, options.settings.port, options.settings.host, 'PORT');
  closings.push(() => endServer(front.server));
  const opsPort = await listen(ops.server, options.settings.opsPort, '127.0.0.1', 'OPS_PORT');
  closings.push(() => endServer(ops.server));

  const settings = await withProviders(options, clock, closings);
  const url = settings.publicUrl || `http://${urlHost(settings.host)}:${port}`;
  const db = await openDatabase(settings, { log, clock, simulated });
  closings.push(() => db.close());
  const platform = await openPlatform(settings, log);
  closings.push(() => platform.close());
  if (!platform.shared && roles.length < allRoles.length) {
    log.warn({ roles }, 'without REDIS_URL, processes hear of each other from the database alone: some seconds later');
  }

  const means: Means = { settings, db, platform, clock, log, simulated };
  const doors = await openDoors(means, roles, url, closings); // before those who keep the database busy
  if (roles.includes('raster')) {
    const worker = startRasterWorker(means);
    closings.push(() => worker.close());
  }
  if (roles.includes('ingest')) {
    const ingest = startIngest(means);
    closings.push(() => ingest.close());
  }
  front.open(doors.public);
  ops.open(doors.ops);
  // On the way out: say that we leave, let the requests under way end, and only then take away what they need.
  closings.push(() => endServer(front.server));
  closings.push(async () => doors.drain());
  return { url, opsUrl: `http://127.0.0.1:${opsPort}`, simulated, close };
}

/** In the simulated world, whoever fetches needs somebody to fetch from: the simulator, unless one runs elsewhere. */
async function withProviders(
  { settings, roles, simulated, log }: Options,
  clock: Clock,
  closings: Closing[],
): Promise<Settings> {
  if (!simulated || settings.providers || !roles.includes('ingest')) return settings;
  const simulator = await startSimulator({ port: 0, seed: 1, clock, log });
  closings.push(() => simulator.close());
  return Object.freeze({ ...settings, providers: simulator.url });
}

/** What answers on the two ports. */
interface Doors {
  public: RequestListener;
  ops: RequestListener;
  /** Readiness says no from now on, and answers end their connections. */
  drain: () => void;
}

/** Tiles stand in front of the API on one port; where the tiles run elsewhere, a proxy routes by path. */
async function openDoors(means: Means, roles: Role[], url: string, closings: Closing[]): Promise<Doors> {
  const publicUrl = () => url;
  const withTiles = roles.includes('tiles');
  const limit = createRateLimit({ ...means, limiter: means.platform.limiter });
  const ending = new AbortController();
  const fetchForecast = forecastsOnDemand(means, ending.signal);
  closings.push(async () => ending.abort());
  let tiles: TileServer | undefined;
  const api = createApi({
    ...means,
    isListed: (frame) => tiles?.isListed(frame) ?? true,
    ...(fetchForecast ? { fetchForecast } : {}),
    version,
    publicUrl,
    pagesDir,
    limit,
    probesOnly: !roles.includes('api'),
    otherEndpoints: tileEndpoints, // one document for the service, whichever process answers for what
  });
  closings.push(() => api.close());
  const { lifecycle, metrics } = api;
  tiles = withTiles
    ? await createTileServer({
        ...means,
        publicUrl,
        lifecycle,
        limit,
        observe: metrics.observe,
        stormMotions: motionsOf(means.db),
      })
    : undefined;
  const { close: closeTiles } = tiles ?? {};
  if (closeTiles) closings.push(closeTiles);
  const ops = createOps({ ...means, api, ...(tiles ? { tiles } : {}) });
  closings.push(() => ops.close());

  return {
    public: (request, response) => {
      if (!tiles?.handle(request, response)) api.listener(request, response);
    },
    ops: ops.listener,
    drain() {
      ops.drain();
      api.endStreams();
    },
  };
}

/** How storms move, by the warnings that are in force. */
function motionsOf({ alerts }: Means['db']): StormMotions {
  return async ({ lat, lon }, at, radiusM) => {
    const motion = await alerts.strongestMotion({ lat, lon, radiusM }, at);
    return motion && { fromDeg: motion.fromDeg, kt: motion.speedKt };
  };
}

/** A server that holds its requests until there is somebody to answer them: who comes early waits, and nobody fails. */
function createFront(log: Log): { server: Server; open: (listener: RequestListener) => void } {
  let answering: RequestListener | undefined;
  let open = (_listener: RequestListener): void => {};
  const opened = new Promise<RequestListener>((resolve) => (open = resolve));
  const fallback: RequestListener = (request, response) => {
    if (answering) answering(request, response);
    else void opened.then((listener) => listener(request, response));
  };
  return {
    server: createPublicServer({ handlers: [], fallback, log }),
    open(listener) {
      answering = listener;
      open(listener);
    },
  };
}

/** What the system says of an address that this machine does not have. */
const notOurAddress = new Set(['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'EINVAL'] as (string | undefined)[]);

function listen(server: Server, port: number, host: string, setting: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`;
      const which = notOurAddress.has(error.code) ? 'HOST' : setting;
      reject(new StartError(`port ${port} of ${host} ${why}; ${which} sets another`, { cause: error }));
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
