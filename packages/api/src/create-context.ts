import { memoize } from '@severe/async';
import { UpstreamError } from '@severe/base';
import type { Sessions } from './access/sessions.ts';
import { clientAddress } from '@severe/http';
import { ogcDocumentOf } from './doors/ogc/definition.ts';
import type { ApiOptions } from './api-options.ts';
import type { ApiContext } from './context.ts';
import { atAddress, documentOf } from './document.ts';
import { apiEndpoints } from './endpoints.ts';
import type { Components } from './ops/components.ts';
import { withLiveExamples } from './resources/docs/examples.ts';
import { readSources } from './resources/meta/read-sources.ts';
import { createForecastProvider } from './resources/forecast/provider.ts';
import { createZoneProvider } from './resources/geocode/zone-provider.ts';
import { readModelRuns } from './resources/models/shown-runs.ts';
import type { ResponseCache } from './shared/response-cache.ts';
import { createFeatureTexts } from './shared/feature-texts.ts';
import { shareSurroundings } from './situation/share-surroundings.ts';

/** How long the examples of the OpenAPI document remain. */
const examplesMaxAgeMs = 10_000;

/** Components that the application has created for the handlers. */
interface Parts {
  components: Components;
  replyFromCache: ResponseCache;
  sessions: Sessions;
}

/**
 * Creates the context of the handlers.
 *
 * @throws {Error} if endpoint definitions contradict each other; this fails the start of the process
 */
export function createContext(options: ApiOptions, parts: Parts): ApiContext {
  const { components, replyFromCache, sessions } = parts;
  const {
    settings,
    db,
    platform,
    clock,
    log,
    simulated,
    version,
    publicUrl,
    otherEndpoints,
    runsMaxAgeMs = 2000,
  } = options;
  const endpoints = [...otherEndpoints, ...apiEndpoints];
  const document = documentOf(endpoints, { publicUrl, version });
  const liveDocument = memoize(examplesMaxAgeMs, () => withLiveExamples(document, { db, clock, log }));
  const modelRuns = memoize(runsMaxAgeMs, () => readModelRuns((id) => db.frames.all(id), clock()));
  return {
    db,
    settings,
    limiter: platform.limiter,
    receiverCa: options.receiverCa,
    clock,
    log,
    simulated,
    replay: options.replay,
    version,
    startedAt: options.startedAt ?? clock(),
    publicUrl,
    components,
    replyFromCache,
    sessions,
    retention: settings,
    accountLimits: settings,
    clientOf: ({ address, headers }) => clientAddress(address, headers['x-forwarded-for'], settings.trustProxy),
    wake: (name, delayMs = 0) => void platform.queue.wake(name, { delayMs }),
    alertTexts: createFeatureTexts(options.budget, options.urlVaries ? publicUrl : undefined),
    modelRuns,
    sourceStates: memoize(runsMaxAgeMs, () => readSources({ db, clock, log, simulated, modelRuns, settings })),
    surroundings: shareSurroundings((wanted) => db.whileWanted(wanted).surroundings),
    points() {
      const values = options.points?.();
      if (!values) throw new UpstreamError('object store', 'values of rasters cannot be read yet');
      return values;
    },
    forecastProvider: createForecastProvider(options.fetchForecast, {
      limiter: platform.limiter,
      clock,
      simulated,
    }),
    zoneProvider: createZoneProvider(options.fetchZone, { limiter: platform.limiter, clock, simulated }),
    ogcDocument: ogcDocumentOf(endpoints),
    openApi: async () => atAddress(await liveDocument(), publicUrl),
  };
}
