import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createApi, createKeyLookup, createOps, type ReplayOptions } from '@severe/api';
import { CacheBudget } from '@severe/async';
import { createClock, type Clock, type Log, type Settings } from '@severe/base';
import { openDatabase, type Database } from '@severe/db';
import { fetchesOnDemand, HostGates, startIngest, TrafficCounts, type HostState, type Replay } from '@severe/ingest';
import { startMailWorker } from '@severe/mail-worker';
import { createCompress, type UnsentBytes } from '@severe/http';
import { openPlatform, type Platform } from '@severe/platform';
import { startRasterWorker } from '@severe/raster-worker';
import type { RecordingWriter } from '@severe/recording';
import {
  createTileServer,
  openPointValues,
  tileEndpoints,
  type PointValues,
  type StormMotions,
  type TileServer,
} from '@severe/tiles';
import { pagesDir } from '@severe/viewer';
import { startWebhooksWorker } from '@severe/webhooks';
import { createFirstAdmin } from './first-admin.ts';
import type { Child } from './processes/child.ts';
import { fixedLinks, isAnywhere, linksByHost, type Links } from './own-addresses.ts';
import { openPorts, urlAt, type Ports } from './ports.ts';
import { createRateLimit } from './rate-limit.ts';
import { marked, playedBy } from './replay/mark.ts';
import { openWriter, type RecordOptions } from './record/open-writer.ts';
import { allRoles, type Role } from './roles.ts';
import { simulatedProviders, type SimulatedProviders } from './simulated-providers.ts';
import { version } from './version.ts';

export interface Service {
  url: string;
  opsUrl: string;
  simulated: boolean;
  /** Writes what the providers answer, if the service records. */
  writer: RecordingWriter | undefined;
  /** The hosts of providers that were asked since the start. */
  providers: () => HostState[];
  close(): Promise<void>;
}

interface ServiceOptions {
  settings: Settings;
  roles: Role[];
  simulated: boolean;
  log: Log;
  /** Default: they are opened. */
  ports?: Ports;
  /** Which process of several on one port this is, if it is one of them. */
  child?: Child | undefined;
  /** Certificate of the receivers of webhooks, in tests. */
  receiverCa?: string;
  /** Ids of the feeds that run; default: all. */
  feeds?: readonly string[];
  /** Default: the clock of the settings. */
  clock?: Clock;
  /** Plays a period instead of following the present: that of a recording, or one of simulated weather. */
  replay?: Replay;
  /** Records what the providers answer. */
  record?: RecordOptions;
}

/** Dependencies of every role. */
interface Dependencies {
  child: Child | undefined;
  settings: Settings;
  /** Memory of all caches of the process. */
  budget: CacheBudget;
  db: Database;
  platform: Platform;
  clock: Clock;
  log: Log;
  simulated: boolean;
  /** What waits for clients on the ports. */
  unsent: UnsentBytes;
  receiverCa?: string;
  replay?: Replay;
  writer?: RecordingWriter;
  /** Of the hosts of providers. */
  gates: HostGates;
  /** Counts what they send. */
  traffic: TrafficCounts;
  /** What responses say of it. */
  played: ReplayOptions | undefined;
}

/** Closes one opened resource. Resources are closed in reverse order of opening. */
type Closing = () => Promise<unknown>;

/** Starts the service in one process, with all roles or some of them. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const closings: Closing[] = [];
  const close = () => closeAll(closings, options.log);
  try {
    return await open(options, closings, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(options: ServiceOptions, closings: Closing[], close: () => Promise<void>): Promise<Service> {
  const { roles, simulated, log, replay, record, feeds, receiverCa, child } = options;
  const clock = replay?.clock.now ?? options.clock ?? createClock(options.settings.clock);
  const ports = options.ports ?? (await openPorts(options.settings, log));
  const { main, ops, unsent } = ports;
  closings.push(() => ports.close());

  const [{ settings, at: providersAt }, db] = await bothOpened(
    ownProviders(options, clock, closings),
    openDatabase(options.settings, { log, clock, simulated }).then((opened) => {
      closings.push(() => opened.close());
      return opened;
    }),
  );
  const url = settings.publicUrl || urlAt(settings.host, main.port);
  const links = isAnywhere(settings) ? linksByHost(url) : fixedLinks(url);
  const platform = await openPlatform(settings, log);
  closings.push(() => platform.close());
  if (!platform.shared && roles.length < allRoles.length && !record?.only) {
    log.warn(
      { roles },
      'REDIS_URL is not set: processes exchange events through the database, with a delay of some seconds',
    );
  }

  if (roles.includes('api')) await createFirstAdmin(settings, db, log);
  const writer = record && (await openWriter(record, { settings, clock, log, simulated }));
  if (writer) closings.push(() => writer.close());
  const own = {
    ...(receiverCa === undefined ? {} : { receiverCa }),
    ...(replay ? { replay } : {}),
    ...(writer ? { writer } : {}),
  };
  const played = playedBy(options);
  const traffic = new TrafficCounts({ db, clock, log });
  closings.push(() => traffic.close());
  const dependencies: Dependencies = {
    child,
    settings,
    budget: new CacheBudget(settings.cacheMb * (1 << 20)),
    db,
    platform,
    clock,
    log,
    simulated,
    unsent,
    played,
    gates: new HostGates(),
    traffic,
    ...own,
  };
  const listeners = await openListeners(dependencies, roles, links, closings); // before the workers load the database
  const workers: Closing[] = [];
  closings.push(() => closeAll(workers, log));
  if (roles.includes('raster')) {
    const worker = startRasterWorker(dependencies);
    workers.push(() => worker.close());
  }
  if (roles.includes('ingest')) {
    const ingest = startIngest({
      ...dependencies,
      ...(feeds ? { feeds } : {}),
      ...(providersAt ? { providersAt } : {}),
      discardsFrames: record?.only ?? false,
    });
    workers.push(() => ingest.close());
  }
  if (roles.includes('webhooks')) {
    const worker = startWebhooksWorker({ ...dependencies, publicUrl: url });
    closings.push(() => worker.close());
  }
  if (roles.includes('api') || roles.includes('webhooks')) {
    const mail = startMailWorker({ ...dependencies, publicUrl: url });
    closings.push(() => mail.close());
  }
  await main.open(links.within(played ? marked(listeners.public, played) : listeners.public));
  await ops.open(listeners.ops);
  // On stop: report that the service drains, and end the workers while requests are still answered; let running requests
  // end; then close what they use.
  closings.push(() => main.end());
  closings.push(async () => {
    listeners.drain();
    await Promise.all([pause(settings.drainSeconds * 1000), closeAll(workers, log)]);
  });
  return { url, opsUrl: urlAt(settings.opsHost, ops.port), simulated, writer, providers: () => traffic.hosts(), close };
}

/** Waits for both, also if one fails: what the other has opened is closed. */
async function bothOpened<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

/** Settings with simulated providers for a simulated service that ingests, unless it plays a recording. */
async function ownProviders(
  { settings, roles, simulated, log, replay }: ServiceOptions,
  clock: Clock,
  closings: Closing[],
): Promise<Pick<SimulatedProviders, 'settings' | 'at'>> {
  if (!simulated || replay?.recording || !roles.includes('ingest')) return { settings };
  const providers = await simulatedProviders(settings, { clock, log });
  closings.push(providers.close);
  return providers;
}

/** Request listeners of the two ports. */
interface Listeners {
  public: RequestListener;
  ops: RequestListener;
  /** Reports the process as not ready; responses close their connections. */
  drain: () => void;
}

/** Tiles and API share one port: the tile server comes first. In separate processes, a proxy routes by path. */
async function openListeners(
  dependencies: Dependencies,
  roles: Role[],
  { publicUrl, varies }: Links,
  closings: Closing[],
): Promise<Listeners> {
  const withTiles = roles.includes('tiles');
  const findKey = createKeyLookup({ apiKeys: dependencies.db.apiKeys, log: dependencies.log });
  const limit = createRateLimit({ ...dependencies, findKey, limiter: dependencies.platform.limiter });
  const compress = createCompress(dependencies.budget);
  const ending = new AbortController();
  const { recording } = dependencies.replay ?? {};
  const onDemand = fetchesOnDemand({ ...dependencies, ...(recording ? { recording } : {}) }, ending.signal);
  closings.push(async () => ending.abort());
  let tiles: TileServer | undefined;
  let points: PointValues | undefined;
  const api = createApi({
    ...dependencies,
    listFrames: async (frames) => tiles?.listFrames(frames),
    points: () => points,
    ...onDemand,
    version,
    publicUrl,
    compress,
    urlVaries: varies,
    replay: dependencies.played,
    pagesDir,
    limit,
    probesOnly: !roles.includes('api'),
    otherEndpoints: tileEndpoints, // every process serves the OpenAPI document of the whole service
  });
  closings.push(() => api.close());
  const { lifecycle, metrics } = api;
  const { child } = dependencies;
  if (child) metrics.registry.setDefaultLabels({ process: String(child.number) });
  tiles = withTiles
    ? await createTileServer({
        ...dependencies,
        publicUrl,
        lifecycle,
        limit,
        compress,
        observe: metrics.observe,
        processes: child?.of ?? 1,
        stormMotions: motionsOf(dependencies.db),
      })
    : undefined;
  const { close: closeTiles } = tiles ?? {};
  if (closeTiles) closings.push(closeTiles);
  points = tiles?.points;
  if (!points && roles.includes('api')) {
    const opened = await openPointValues(dependencies);
    closings.push(opened.close);
    points = opened.points;
  }
  const ops = createOps({ ...dependencies, api, ...(tiles ? { tiles } : {}) });
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

/** Storm motions from the active warnings. */
function motionsOf({ alerts }: Dependencies['db']): StormMotions {
  return async ({ lat, lon }, at, radiusM) => {
    const motion = await alerts.strongestMotion({ lat, lon, radiusM }, at);
    return motion && { fromDeg: motion.fromDeg, kt: motion.speedKt };
  };
}

/** Closes resources in reverse order; an error is logged and the others are still closed. */
async function closeAll(closings: Closing[], log: Log): Promise<void> {
  for (const close of closings.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      log.warn({ err: error }, 'a resource could not be closed at stop');
    }
  }
}
