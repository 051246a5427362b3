import type { Clock, Log, Settings } from '@severe/base';
import type { Database, Tables } from '@severe/db';
import type { Endpoint, Lifecycle, RateLimit } from '@severe/http';
import type { Platform } from '@severe/platform';
import type { FetchForecast } from './resources/forecast/provider.ts';
import type { Metrics } from './ops/metrics.ts';

/** What the API is made of; each is opened, and closed again, by whoever gives it. */
export interface ApiOptions {
  settings: Pick<Settings, 'trustProxy' | 'answerCacheMb'>;
  db: Tables & Pick<Database, 'ping'>;
  platform: Pick<Platform, 'objects' | 'queue' | 'pubsub' | 'limiter'>;
  /** Asks the provider of hourly forecasts; what is not kept is not to be had when absent. */
  fetchForecast?: FetchForecast;
  clock: Clock;
  log: Log;
  simulated: boolean;
  version: string;
  /** When the service began, on its own clock; now when absent. */
  startedAt?: Date;
  /** The address in links, without a slash at its end; asked when a link is made. */
  publicUrl: () => string;
  /** Answers probes and nothing else: a process whose roles are all behind the scenes. */
  probesOnly?: boolean;
  /** The built pages; none when absent. */
  pagesDir?: string;
  /** Endpoints that another server answers under the same address, for the one OpenAPI document. */
  otherEndpoints: Endpoint<any>[];
  /** Shared with what else answers in this process; new ones when absent. */
  lifecycle?: Lifecycle;
  metrics?: Metrics;
  /** Counts what is asked of the API; the pages and probes are free. Nothing is counted when absent. */
  limit?: RateLimit;
  /** How old the list of model runs may be, in milliseconds; 2000 when absent. Its query reads a few hundred rows. */
  runsKeepMs?: number;
}
