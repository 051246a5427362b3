import type { CacheBudget } from '@severe/async';
import type { Clock, Log, Settings } from '@severe/base';
import type { FrameName } from '@severe/catalogue';
import type { ModelSettings } from '@severe/catalogue';
import type { Database, Tables } from '@severe/db';
import type { Compress, Endpoint, Lifecycle, RateLimit } from '@severe/http';
import type { Platform } from '@severe/platform';
import type { RetentionOfPast } from './context.ts';
import type { ReplayOptions } from './resources/meta/replay.ts';
import type { FetchForecast } from './resources/forecast/provider.ts';
import type { FetchZone } from './resources/geocode/zone-provider.ts';
import type { PointValues } from './situation/point-values.ts';
import type { Metrics } from './ops/metrics.ts';

/** Dependencies of the API. The caller opens and closes them. */
export interface ApiOptions {
  settings: ModelSettings &
    Pick<
      Settings,
      | 'trustProxy'
      | 'streamMaxPerIp'
      | 'maxKeys'
      | 'rateLimitKey'
      | 'maxLocations'
      | 'maxWebhooks'
      | 'webhookAllowPrivate'
      | 'passwordBlocklist'
      | 'basemapUrl'
      | keyof RetentionOfPast
    >;
  /** Memory of all caches of the process. */
  budget: CacheBudget;
  db: Tables & Pick<Database, 'ping' | 'rowCounts' | 'whileWanted'>;
  platform: Pick<Platform, 'objects' | 'queue' | 'pubsub' | 'limiter'>;
  /** Fetches hourly forecasts from the provider. If absent, only stored forecasts are available. */
  fetchForecast?: FetchForecast;
  /** Fetches and stores the forecast zone of a place. If absent, only stored zones are available. */
  fetchZone?: FetchZone;
  /** Certificate of webhook receivers, in tests. */
  receiverCa?: string;
  clock: Clock;
  log: Log;
  simulated: boolean;
  /** What the service plays, if it does not follow the present. */
  replay?: ReplayOptions | undefined;
  version: string;
  /** Start time of the service on its own clock. Default: now. */
  startedAt?: Date;
  /** Base URL of links, without a trailing slash. Read for every link. */
  publicUrl: () => string;
  /** Whether the base URL depends on the request. */
  urlVaries?: boolean;
  /** Whether only probes are served, for processes without public roles. */
  probesOnly?: boolean;
  /** Folder of the built pages. If absent, no pages are served. */
  pagesDir?: string;
  /** Endpoints of other servers at the same base URL, for the common OpenAPI document. */
  otherEndpoints: Endpoint<any>[];
  /** Shared with other servers in this process. Default: new ones. */
  lifecycle?: Lifecycle;
  metrics?: Metrics;
  compress?: Compress;
  /** Rate limit of requests; probes are exempt. If absent, requests are not limited. */
  limit?: RateLimit;
  /** Makes reported frames known to the tile server of this process. Absent if another process serves the tiles. */
  listFrames?: (frames: readonly FrameName[]) => Promise<void>;
  /**
   * Maximum age of the cached list of model runs in milliseconds. Default: 2000. The query reads a few hundred rows.
   */
  runsMaxAgeMs?: number;
  /** Values of rasters at places; undefined until they can be read. If absent, radar and model are unavailable. */
  points?: () => PointValues | undefined;
}
