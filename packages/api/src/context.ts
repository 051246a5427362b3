import type { Clock, Log, Settings } from '@severe/base';
import type { ModelSettings } from '@severe/catalogue';
import type { Database, Tables } from '@severe/db';
import { endpoints, type Call } from '@severe/http';
import type { Limiter } from '@severe/platform';
import type { Sessions } from './access/sessions.ts';
import type { Components } from './ops/components.ts';
import type { FetchForecast } from './resources/forecast/provider.ts';
import type { FetchZone } from './resources/geocode/zone-provider.ts';
import type { ModelRuns } from './resources/models/shown-runs.ts';
import type { OnDemand } from './shared/on-demand.ts';
import type { ResponseCache } from './shared/response-cache.ts';
import type { FeatureTexts } from './shared/feature-texts.ts';
import type { ReplayOptions } from './resources/meta/replay.ts';
import type { SourceState } from './resources/meta/source-status.ts';
import type { PointValues } from './situation/point-values.ts';
import type { FindSurroundings } from './situation/share-surroundings.ts';

/** Settings that limit how far back `as_of` can go. */
export type RetentionOfPast = Pick<
  Settings,
  'pastRetentionDays' | 'lightningRetentionHours' | 'observationRetentionHours'
>;

/** Context of the API handlers, beside the call. */
export interface ApiContext {
  db: Tables & Pick<Database, 'whileWanted'>;
  /** Limits of accounts, which passwords are refused, and what webhooks may reach. */
  settings: Pick<Settings, 'maxLocations' | 'maxWebhooks' | 'webhookAllowPrivate' | 'passwordBlocklist'> &
    ModelSettings;
  /** Counters of what users do by hand. */
  limiter: Pick<Limiter, 'take'>;
  /** Certificate of webhook receivers, in tests. */
  receiverCa: string | undefined;
  /** Sessions of users. */
  sessions: Sessions;
  /** Identity of the client of a call by its address, behind the trusted proxies. */
  clientOf: (call: Pick<Call<any, any>, 'address' | 'headers'>) => string;
  /** Limits of accounts. */
  accountLimits: Pick<Settings, 'maxKeys' | 'rateLimitKey'>;
  /** Wakes the worker of a name, now or after a delay. */
  wake: (name: string, delayMs?: number) => void;
  /** Replies from the response cache, or creates the reply. */
  replyFromCache: ResponseCache;
  /** Cached texts of alert features. */
  alertTexts: FeatureTexts;
  retention: RetentionOfPast;
  clock: Clock;
  log: Log;
  /** Version of the service. */
  version: string;
  startedAt: Date;
  /** Whether the data are simulated. */
  simulated: boolean;
  /** What the service plays, if it does not follow the present. */
  replay: ReplayOptions | undefined;
  /** Base URL of links, without a trailing slash. */
  publicUrl: () => string;
  components: Components;
  /** State of every source; cached for some seconds. */
  sourceStates: () => Promise<SourceState[]>;
  /** What is stored around a place. Concurrent requests for the same place share one statement. */
  surroundings: FindSurroundings;
  /** Values of rasters at places. @throws {UpstreamError} the process does not read them yet */
  points: () => PointValues;
  /** The runs of models with visible frames; cached for some seconds. */
  modelRuns: () => Promise<ModelRuns>;
  /** Provider of hourly forecasts, with rate limit and back-off. */
  forecastProvider: OnDemand<FetchForecast>;
  /** Provider of forecast zones by place, with rate limit and back-off. */
  zoneProvider: OnDemand<FetchZone>;
  /** The definition of OGC API in OpenAPI 3.0. @param publicUrl base URL of links */
  ogcDocument: (publicUrl: string) => object;
  /** The OpenAPI document as an object, with examples that are true now. */
  openApi: () => Promise<object>;
}

/** Creates the endpoint definitions of this package. */
export const endpoint = endpoints<ApiContext>();
