import { availableParallelism } from 'node:os';
import type { ByteCacheCounts } from '@severe/async';
import { messageOf, type Clock, type Log, type Settings } from '@severe/base';
import type { Database } from '@severe/db';
import { bindBare, type BareHandler, type BindOptions, type Endpoint } from '@severe/http';
import type { Platform } from '@severe/platform';
import type { TileContext } from './context.ts';
import { Draws } from './draw-on-request.ts';
import { tileEndpoints } from './endpoints.ts';
import { followFrames } from './follow-frames.ts';
import { createForecasts } from './forecast/forecasts.ts';
import { FrameIndex } from './frame-index.ts';
import { createFastPath, type FastPathCounts } from './fast-path.ts';
import { noMotions, rememberMotions, type StormMotions } from './nexrad/storm-motion.ts';
import { Sweeps } from './nexrad/sweeps.ts';
import { Volumes } from './nexrad/volumes.ts';
import { LegendPictures } from './legend/legend-pictures.ts';
import { Packs } from './packs.ts';
import { prefetcher } from './prefetch.ts';
import { Sheets } from './sheets.ts';
import { Threads } from './threads.ts';
import { ValueFiles } from './value-files.ts';
import { ValueReads } from './value-reads.ts';

export interface TileServerOptions extends Pick<BindOptions, 'lifecycle' | 'observe' | 'compress' | 'limit'> {
  settings: Pick<Settings, 'tileCacheMb' | 'valueCacheMb'>;
  db: Pick<Database, 'frames'>;
  platform: Pick<Platform, 'objects' | 'pubsub'>;
  clock: Clock;
  log: Log;
  /** The address in links, without a slash at its end; asked when a link is made. */
  publicUrl: () => string;
  /** How storms move, for velocities relative to them; nobody knows when absent. */
  stormMotions?: StormMotions;
}

export interface TileServer {
  /** The definitions, for the one OpenAPI document of the service. */
  endpoints: Endpoint<any>[];
  /** Answers and gives true, or gives false when the path is none of the tile server's. */
  handle: BareHandler;
  metrics: () => TileMetrics;
  /** Whether requests for this frame find it. Stamps are `YYYYMMDDHHMM`; `run` is empty for measured data. */
  isListed: (frame: { family: string; product: string; run: string; stamp: string }) => boolean;
  close: () => Promise<void>;
}

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

const mebibyte = 1 << 20;
/** Of the memory for tiles, the share of those that are drawn on request, and of pictures made of tiles. */
const drawnShare = 1 / 8;
const sheetShare = 1 / 8;
/** … of tiles of values … */
const valueTileShare = 1 / 16;
/** … and of those that are drawn of a single radar. */
const sweepShare = 1 / 16;
/** Of the memory for values, the share of radar volumes. */
const volumeShare = 1 / 4;
/** Of the memory for values, the share of single values, read from files that are not in memory. */
const readShare = 1 / 8;
/** Memory for point forecasts beside it, as a share of the memory for values: a forecast reads 230 files. */
const forecastShare = 1 / 2;

/**
 * Opens the tile server: a handler for `node:http` that stands in front of another one, or alone.
 *
 * A request for a tile in memory goes the short road (`hot-tiles.ts`), which knows no limits; all others go through their
 * endpoint, and are counted there.
 *
 * @throws {UpstreamError} the frames cannot be read
 */
export async function createTileServer(options: TileServerOptions): Promise<TileServer> {
  const { settings, db, platform, clock, log, publicUrl, stormMotions = noMotions, ...bindOptions } = options;
  const tileBytes = settings.tileCacheMb * mebibyte;
  const index = new FrameIndex();
  const packs = new Packs(platform.objects, tileBytes * (1 - drawnShare - sheetShare - valueTileShare - sweepShare));
  const valueBytes = settings.valueCacheMb * mebibyte;
  const values = new ValueFiles(platform.objects, valueBytes * (1 - volumeShare - readShare));
  const reads = new ValueReads(platform.objects, values, valueBytes * (readShare + forecastShare));
  const volumes = new Volumes(platform.objects, valueBytes * volumeShare);
  const threads = new Threads({ threads: Math.max(1, Math.min(2, availableParallelism() - 1)) });
  const draws = new Draws({ values, threads, maxBytes: tileBytes * drawnShare });
  const valueTiles = new Draws({
    values,
    threads,
    maxBytes: tileBytes * valueTileShare,
    work: 'values-thread',
  });
  const sheets = new Sheets(threads, tileBytes * sheetShare);
  const sweeps = new Sweeps({ volumes, threads, maxBytes: tileBytes * sweepShare });
  const context: TileContext = {
    index,
    packs,
    values,
    reads,
    forecasts: createForecasts(index, reads, clock),
    draws,
    valueTiles,
    sheets,
    legends: new LegendPictures(threads),
    volumes,
    sweeps,
    stormMotions: rememberMotions(stormMotions, (error) =>
      log.warn({ reason: messageOf(error) }, 'the motion of storms is not known now'),
    ),
    clock,
    publicUrl,
  };

  const prefetch = prefetcher(context, log);
  const follower = await followFrames({
    index,
    frames: db.frames,
    pubsub: platform.pubsub,
    log,
    onAdded: prefetch,
    onRemoved(frame) {
      packs.forget(frame);
      values.forget(frame);
      volumes.forget(frame);
    },
  });
  const fastPath = createFastPath(context, bindOptions);
  const slowPath = bindBare(tileEndpoints, context, { log, ...bindOptions });

  return {
    endpoints: tileEndpoints,
    handle: (request, response) =>
      fastPath.handle(request, response) ||
      fastPath.awaitArchive(request, response, slowPath) ||
      slowPath(request, response),
    isListed: ({ family, product, run, stamp }) => index.run(family, product, run)?.byStamp.has(stamp) ?? false,
    metrics: () => ({
      frames: index.size,
      hot: { ...fastPath.counts },
      packs: packs.counts(),
      values: values.counts(),
      reads: reads.counts(),
      draws: draws.counts(),
      valueTiles: valueTiles.counts(),
      sheets: sheets.counts(),
      volumes: volumes.counts(),
      sweeps: sweeps.counts(),
    }),
    async close() {
      await follower.close();
      await threads.close();
    },
  };
}
