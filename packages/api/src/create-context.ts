import type { ApiOptions } from './api-options.ts';
import type { ApiContext } from './context.ts';
import { documentOf, serversOf } from './document.ts';
import { apiEndpoints } from './endpoints.ts';
import type { Components } from './ops/components.ts';
import { createForecastProvider } from './resources/forecast/provider.ts';
import { newestRun } from './resources/models/newest-run.ts';
import type { Answers } from './shared/answers.ts';
import { createFeatureTexts } from './shared/feature-texts.ts';
import { memo } from './shared/memo.ts';

/** Of the memory for answers, the share of alerts as texts: two thousand in force take about 5 MB. */
const alertShare = 1 / 4;

/** What was opened for the handlers. */
interface Parts {
  components: Components;
  answers: Answers;
}

/**
 * What the handlers are given, from what the application was given.
 *
 * @throws {Error} where endpoints contradict each other: such a mistake ends the start, not a request
 */
export function createContext(options: ApiOptions, parts: Parts): ApiContext {
  const { components, answers } = parts;
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
    answers,
    alertTexts: createFeatureTexts(settings.answerCacheMb * (1 << 20) * alertShare),
    newestHrrrRun: memo(runsKeepMs, async () => newestRun(await db.frames.all('hrrr'))),
    forecastProvider: createForecastProvider(options.fetchForecast, {
      limiter: options.platform.limiter,
      clock,
      simulated,
    }),
    openApi: () => ({ ...document, ...serversOf(publicUrl) }),
  };
}
