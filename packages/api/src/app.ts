import type { RequestListener } from 'node:http';
import { messageOf } from '@severe/base';
import Koa from 'koa';
import {
  apiPrefix,
  bindKoa,
  createCompress,
  createLifecycle,
  createFastPath,
  type AccessControl,
  type Endpoint,
  type Lifecycle,
  type RateLimit,
} from '@severe/http';
import { CredentialWatch } from './access/credential-watch.ts';
import { isOwnOrigin } from './access/own-origin.ts';
import { createSessions } from './access/sessions.ts';
import type { ApiOptions } from './api-options.ts';
import type { ApiContext } from './context.ts';
import { createContext } from './create-context.ts';
import { apiEndpoints } from './endpoints.ts';
import { handleErrors } from './middleware/handle-errors.ts';
import { serveProbes } from './middleware/serve-probes.ts';
import { notFound } from './middleware/not-found.ts';
import { readTarget } from './middleware/read-target.ts';
import { watchRequests } from './middleware/watch-requests.ts';
import { createComponents, type Components } from './ops/components.ts';
import { createLateSources, type LateSources } from './ops/late-sources.ts';
import { createMetrics, type Metrics } from './ops/metrics.ts';
import { createProbes } from './ops/probes.ts';
import { addStreamMetrics, type StreamMetrics } from './ops/stream-metrics.ts';
import { placePages } from './pages/place/endpoints.ts';
import { missingPage, pageEndpoints } from './pages/page-endpoints.ts';
import { serveStream } from './resources/stream/serve-stream.ts';
import { StreamHub } from './resources/stream/hub.ts';
import { framesIn } from './resources/stream/frames-in.ts';
import { takeTurns } from './shared/take-turns.ts';
import { createWorkFacts } from './shared/work-facts.ts';
import { createResponseCache } from './shared/response-cache.ts';
import { followDataVersions, type DataVersions } from './shared/data-versions.ts';

export interface Api {
  /** Serves a request: from memory on the fast path, else through the Koa app. */
  listener: RequestListener;
  /** Every endpoint of this package, in the order of the specification. */
  endpoints: Endpoint<ApiContext>[];
  lifecycle: Lifecycle;
  metrics: Metrics;
  components: Components;
  lateSources: LateSources;
  /** Number of open streams. */
  openStreams: () => number;
  /** Ends every open stream with `bye`. */
  endStreams: () => void;
  /** Ends the subscriptions. */
  close: () => Promise<void>;
}

/** Creates the metadata API and the pages: a fast path for responses in memory, and a Koa app for the rest. */
export function createApi(options: ApiOptions): Api {
  const { settings, budget, db, platform, log, publicUrl, pagesDir, limit } = options;
  const { lifecycle = createLifecycle(), metrics = createMetrics(), compress = createCompress(budget) } = options;
  const variant = options.urlVaries ? publicUrl : () => '';
  const components = createComponents(db, platform, log);
  const lateSources = createLateSources(db, options);
  const versions = followDataVersions(db.dataSets, platform.pubsub, log);
  const replyFromCache = createResponseCache(versions, budget, { speed: options.replay?.speed, variant });
  const sessions = createSessions(db, options);
  const context = createContext(options, { components, replyFromCache, sessions });
  const access: AccessControl = {
    isOwnOrigin: (origin) => isOwnOrigin(publicUrl(), origin),
    findSession: (headers) => sessions.find(headers),
  };

  const { observe } = metrics;
  const fastPath = createFastPath({ log, prefix: apiPrefix, lifecycle, limit, observe, budget, variant });

  // The slow path of a request, top to bottom.
  const app = new Koa({ proxy: settings.trustProxy > 0, maxIpsCount: settings.trustProxy });
  app.on('error', (error: unknown) => log.debug({ reason: messageOf(error) }, 'sending a response failed'));
  const shared = { log, compress };
  const endpoints = options.probesOnly ? [] : apiEndpoints;
  const pageSources = { publicUrl, basemapUrl: settings.basemapUrl };
  const folder = options.probesOnly ? undefined : pagesDir;
  const pages = folder === undefined ? [] : pageEndpoints(folder, pageSources, log);
  app.use(watchRequests(log, lifecycle, metrics));
  app.use(handleErrors(log));
  app.use(readTarget);
  app.use(serveProbes(createProbes(lifecycle, components, lateSources)));
  const { cacheResponse } = fastPath;
  const runInTurn = takeTurns(context.clientOf, createWorkFacts(db));
  app.use(bindKoa(endpoints, () => context, { ...shared, limit, access, cacheResponse, runInTurn }));
  const ofPlaces = options.probesOnly ? [] : placePages;
  app.use(bindKoa(ofPlaces, () => context, { ...shared, prefix: '', limit, runInTurn }));
  app.use(bindKoa(pages, () => ({}), { ...shared, prefix: '', limit: limit && byAddressAlone(limit) }));
  app.use(notFound(access, limit, folder === undefined ? undefined : missingPage(folder, pageSources)));
  const handle = app.callback();
  const streamMetrics = addStreamMetrics(metrics.registry);
  const hub = options.probesOnly ? undefined : createHub(options, versions, streamMetrics);
  const credentials = new CredentialWatch({ db, log });
  const stream =
    hub && serveStream({ ...options, hub, credentials, metrics: streamMetrics, context, lifecycle, observe });
  const listener: RequestListener = (request, response) => {
    if (stream?.(request, response) || fastPath.handle(request, response)) return;
    void handle(request, response);
  };
  return {
    listener,
    endpoints: apiEndpoints,
    lifecycle,
    metrics,
    components,
    lateSources,
    openStreams: () => hub?.size ?? 0,
    endStreams: () => hub?.endAll(),
    async close() {
      credentials.close();
      await hub?.close();
      await versions.close();
    },
  };
}

/** API keys are for the API: a page does not depend on them. */
function byAddressAlone(limit: RateLimit): RateLimit {
  return ({ address, headers }, as) => limit({ address, headers: { ...headers, 'x-api-key': undefined } }, as);
}

/** The live stream: what an event reports can be fetched from this process before the event is sent. */
function createHub(
  { db, platform, clock, log, listFrames }: ApiOptions,
  versions: DataVersions,
  metrics: StreamMetrics,
): StreamHub {
  return new StreamHub({
    events: db.streamEvents,
    pubsub: platform.pubsub,
    clock,
    log,
    metrics,
    async prepare(events) {
      versions.forget();
      await listFrames?.(framesIn(events));
    },
  });
}
