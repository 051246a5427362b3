import type { ApiOptions } from './api-options.ts';
import type { ApiContext } from './context.ts';
import { documentOf, serversOf } from './document.ts';
import { apiEndpoints } from './endpoints.ts';
import type { Components } from './ops/components.ts';
import { createForecastProvider } from './resources/forecast/provider.ts';
import type { PointValues } from './resources/models/point-values.ts';
import { groupRuns } from './resources/models/runs.ts';
import type { Answers } from './shared/answers.ts';
import { createFeatureTexts } from './shared/feature-texts.ts';
import { createGate } from './shared/gate.ts';
import { memo } from './shared/memo.ts';

/** Each forecast may read some hundred blocks; who finds this many before him is told to come back. */
const forecastsAtOnce = 4;
const forecastsWaiting = 64;

/** Of the memory for answers, the share of alerts as texts: two thousand in force take about 5 MB. */
const alertShare = 1 / 4;

/** What was opened for the handlers. */
interface Parts {
  components: Components;
  values: PointValues;
  answers: Answers;
}

/**
 * What the handlers are given, from what the application was given.
 *
 * @throws {Error} where endpoints contradict each other: such a mistake ends the start, not a request
 */
export function createContext(options: ApiOptions, parts: Parts): ApiContext {
  const { components, values, answers } = parts;
  const { settings, db, clock, log, simulated, version, publicUrl, otherEndpoints, runsKeepMs = 2000 } = options;
  const document = documentOf([...otherEndpoints, ...apiEndpoints], { version, publicUrl });
  return {
    db,
    clock,
    log,
    simulated,
    version,
    startedAt: options.startedAt ?? clock(),
    publicUrl,
    components,
    values,
    answers,
    alertTexts: createFeatureTexts(settings.answerCacheMb * (1 << 20) * alertShare),
    hrrrRuns: memo(runsKeepMs, async () => groupRuns(await db.frames.all('hrrr'))),
    forecastProvider: createForecastProvider(options.fetchForecast, {
      limiter: options.platform.limiter,
      clock,
      simulated,
    }),
    forecasts: createGate('forecasts', forecastsAtOnce, forecastsWaiting),
    openApi: () => ({ ...document, ...serversOf(publicUrl) }),
  };
}
