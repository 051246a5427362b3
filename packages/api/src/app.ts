import type { RequestListener } from 'node:http';
import { messageOf } from '@severe/base';
import Koa from 'koa';
import {
  apiPrefix,
  bindKoa,
  createCompress,
  createLifecycle,
  createShortRoad,
  type Endpoint,
  type Lifecycle,
} from '@severe/http';
import type { ApiOptions } from './api-options.ts';
import type { ApiContext } from './context.ts';
import { createContext } from './create-context.ts';
import { apiEndpoints } from './endpoints.ts';
import { answerErrors } from './middleware/answer-errors.ts';
import { answerProbes } from './middleware/answer-probes.ts';
import { notFound } from './middleware/not-found.ts';
import { readTarget } from './middleware/read-target.ts';
import { watchRequests } from './middleware/watch-requests.ts';
import { createComponents, type Components } from './ops/components.ts';
import { createMetrics, type Metrics } from './ops/metrics.ts';
import { createProbes } from './ops/probes.ts';
import { pageEndpoints } from './pages/page-endpoints.ts';
import { createAnswers } from './shared/answers.ts';
import { followDataVersions } from './shared/data-versions.ts';

export interface Api {
  /** Answers a request: from memory where that can be, else through the app. */
  listener: RequestListener;
  /** Every endpoint of this package, in the order of the specification. */
  endpoints: Endpoint<ApiContext>[];
  lifecycle: Lifecycle;
  metrics: Metrics;
  components: Components;
  /** Ends what listens for changes. */
  close: () => Promise<void>;
}

/** Of the memory for answers, the shares of those that are ready to be written, and of what they are coded from. */
const readyShare = 3 / 8;
const answerShare = 3 / 8;

/** The metadata API and the pages: a short road to what is in memory, and behind it a Koa app. */
export function createApi(options: ApiOptions): Api {
  const { settings, db, platform, log, publicUrl, pagesDir, limit } = options;
  const { lifecycle = createLifecycle(), metrics = createMetrics() } = options;
  const components = createComponents(db, platform, log);
  const versions = followDataVersions(db.dataSets, platform.pubsub, log);
  const answerBytes = settings.answerCacheMb * (1 << 20);
  const answers = createAnswers(versions, answerBytes * answerShare);
  const context = createContext(options, { components, answers });

  const { observe } = metrics;
  const maxBytes = answerBytes * readyShare;
  const short = createShortRoad({ log, prefix: apiPrefix, lifecycle, limit, observe, maxBytes });

  // The long road of a request, top to bottom.
  const app = new Koa({ proxy: settings.trustProxy > 0, maxIpsCount: settings.trustProxy });
  app.on('error', (error: unknown) => log.debug({ reason: messageOf(error) }, 'an answer could not be sent'));
  const means = { log, compress: createCompress() };
  const endpoints = options.probesOnly ? [] : apiEndpoints;
  const pages = pagesDir === undefined || options.probesOnly ? [] : pageEndpoints(pagesDir, publicUrl, log);
  app.use(watchRequests(log, lifecycle, metrics));
  app.use(answerErrors(log));
  app.use(readTarget);
  app.use(answerProbes(createProbes(lifecycle, components)));
  app.use(bindKoa(endpoints, () => context, { ...means, limit, keep: short.keep }).routes());
  app.use(bindKoa(pages, () => ({}), { ...means, prefix: '' }).routes());
  app.use(notFound(limit));
  const answer = app.callback();
  const listener: RequestListener = (request, response) => {
    if (!short.handle(request, response)) void answer(request, response);
  };
  return { listener, endpoints: apiEndpoints, lifecycle, metrics, components, close: () => versions.close() };
}
