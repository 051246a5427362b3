import { availableParallelism } from 'node:os';
import type { ByteCacheCounts, CacheBudget } from '@severe/async';
import { messageOf, type Clock, type Log, type Settings } from '@severe/base';
import type { FrameName } from '@severe/catalogue';
import type { Database } from '@severe/db';
import {
  bindBare,
  clientAddress,
  type BareHandler,
  type BindOptions,
  type Endpoint,
  type Incoming,
} from '@severe/http';
import type { Platform } from '@severe/platform';
import { RequestCaller, serviceItself } from './caller.ts';
import type { TileContext } from './context.ts';
import { TileRenderer } from './tile-renderer.ts';
import { targetOf } from './doors/rainviewer/addresses.ts';
import { tileEndpoints } from './endpoints.ts';
import { followFrames } from './follow-frames.ts';
import { createForecasts } from './forecast/forecasts.ts';
import { FrameIndex } from './frame-index.ts';
import { createFastPath, type FastPathCounts } from './fast-path.ts';
import { noStormMotions, cacheMotions, type StormMotions } from './nexrad/storm-motion.ts';
import { Sweeps } from './nexrad/sweeps.ts';
import { Volumes } from './nexrad/volumes.ts';
import { LegendImages } from './legend/legend-images.ts';
import { Archives } from './archives.ts';
import { pointValuesOf, type PointValues } from './point-values.ts';
import { createPrefetcher } from './prefetch.ts';
import { JoinedTiles } from './joined-tiles.ts';
import { Threads } from './threads.ts';
import { ValueFiles } from './value-files.ts';
import { ValueReads } from './value-reads.ts';

export interface TileServerOptions extends Pick<BindOptions, 'lifecycle' | 'observe' | 'compress' | 'limit'> {
  settings: Pick<Settings, 'trustProxy'>;
  /** Memory of all caches of the process. */
  budget: CacheBudget;
  db: Pick<Database, 'frames' | 'frameChanges'>;
  platform: Pick<Platform, 'objects' | 'pubsub'>;
  clock: Clock;
  log: Log;
  /** The address in links, without a trailing slash; called for every link. */
  publicUrl: () => string;
  /** Processes of this service on the machine, which share its processors; default: 1. */
  processes?: number;
  /** Storm motions for storm-relative velocity. Default: none. */
  stormMotions?: StormMotions;
}

export interface TileServer {
  /** The definitions, for the one OpenAPI document of the service. */
  endpoints: Endpoint<any>[];
  /** Responds and returns true, or returns false if the path is not one of the tile server. */
  handle: BareHandler;
  metrics: () => TileMetrics;
  /** Resolves when requests find these frames, which an event has reported. Frames without a row stay absent. */
  listFrames: (frames: readonly FrameName[]) => Promise<void>;
  /** Values at places, for other handlers of this process. */
  points: PointValues;
  close: () => Promise<void>;
}

/** Counts of the parts of the tile server. The keys are labels of metrics, and do not change. */
export interface TileMetrics {
  frames: number;
  hot: FastPathCounts;
  packs: ByteCacheCounts;
  values: ByteCacheCounts;
  reads: ByteCacheCounts;
  draws: ByteCacheCounts & { waiting: number };
  valueTiles: ByteCacheCounts;
  sheets: ByteCacheCounts;
  volumes: ByteCacheCounts;
  sweeps: ByteCacheCounts;
}

/** Each thread takes some tens of megabytes; two let a small request pass a large one. */
const drawingThreads = { fewest: 2, most: 8 };

function threadsOf(processes: number): number {
  const share = Math.ceil(availableParallelism() / processes);
  return Math.max(drawingThreads.fewest, Math.min(drawingThreads.most, share));
}

/**
 * Opens the tile server: a handler for `node:http`, to be used alone or before another handler.
 *
 * The fast path serves tiles in memory, without rate limits. All other requests take the slow path through their endpoint,
 * and count against rate limits.
 *
 * @throws {UpstreamError} the frames cannot be read
 */
export async function createTileServer(options: TileServerOptions): Promise<TileServer> {
  const {
    settings,
    budget,
    db,
    platform,
    clock,
    log,
    publicUrl,
    stormMotions = noStormMotions,
    processes = 1,
    ...bindOptions
  } = options;
  const index = new FrameIndex();
  const archives = new Archives(platform.objects, budget);
  const values = new ValueFiles(platform.objects, budget);
  const reads = new ValueReads(platform.objects, values, budget);
  const volumes = new Volumes(platform.objects, budget);
  const threads = new Threads({ threads: threadsOf(processes) });
  const renderer = new TileRenderer({
    valuesUnder: (frame, tile, smooth) => reads.underTile(frame, tile, smooth),
    threads,
    budget,
  });
  const valueRenderer = new TileRenderer({
    valuesUnder: (frame) => values.bytesOf(frame),
    threads,
    budget,
    task: 'values-thread',
  });
  const joinedTiles = new JoinedTiles(threads, budget);
  const sweeps = new Sweeps({ volumes, threads, budget });
  const context: TileContext = {
    index,
    lookFor: (subject) => follower.lookFor(subject),
    archives,
    values,
    reads,
    forecasts: createForecasts(index, reads, clock),
    renderer,
    valueRenderer,
    joinedTiles,
    legends: new LegendImages(threads),
    volumes,
    sweeps,
    stormMotions: cacheMotions(stormMotions, (error) =>
      log.warn({ reason: messageOf(error) }, 'storm motions could not be read'),
    ),
    clock,
    publicUrl,
    caller: serviceItself,
  };

  const prefetch = createPrefetcher(context, log);
  const follower = await followFrames({
    index,
    db,
    pubsub: platform.pubsub,
    log,
    onAdded: prefetch,
    onRemoved(frame) {
      archives.forget(frame);
      values.forget(frame);
      volumes.forget(frame);
    },
  });
  const fastPath = createFastPath(context, bindOptions);
  const contextOf = ({ portion, address, headers, wanted }: Incoming): TileContext => {
    const forwarded = headers['x-forwarded-for'] as string | undefined; // Node joins repeated headers into one
    const client = portion ?? clientAddress(address, forwarded, settings.trustProxy);
    return { ...context, caller: new RequestCaller(client, wanted) };
  };
  const slowPath = bindBare(tileEndpoints, contextOf, { log, ...bindOptions });

  return {
    endpoints: tileEndpoints,
    handle(request, response) {
      request.url = targetOf(request.url!);
      return (
        fastPath.handle(request, response) ||
        fastPath.awaitArchive(request, response, slowPath) ||
        slowPath(request, response)
      );
    },
    listFrames: (frames) => follower.list(frames),
    points: pointValuesOf(context),
    metrics: () => ({
      frames: index.size,
      hot: { ...fastPath.counts },
      packs: archives.counts(),
      values: values.counts(),
      reads: reads.counts(),
      draws: renderer.counts(),
      valueTiles: valueRenderer.counts(),
      sheets: joinedTiles.counts(),
      volumes: volumes.counts(),
      sweeps: sweeps.counts(),
    }),
    async close() {
      await follower.close();
      await threads.close();
    },
  };
}
