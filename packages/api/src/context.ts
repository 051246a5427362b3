import type { Clock, Log } from '@severe/base';
import type { Tables } from '@severe/db';
import { endpoints } from '@severe/http';
import type { Components } from './ops/components.ts';
import type { FetchForecast } from './resources/forecast/provider.ts';
import type { Answers } from './shared/answers.ts';
import type { FeatureTexts } from './shared/feature-texts.ts';

/** What the handlers of the API are given beside the call. */
export interface ApiContext {
  db: Tables;
  /** Kept answers, or new ones. */
  answers: Answers;
  /** Alerts as they were shown, or new ones. */
  alertTexts: FeatureTexts;
  clock: Clock;
  log: Log;
  version: string;
  startedAt: Date;
  /** Whether this service lives on weather that never happened. */
  simulated: boolean;
  /** The address in links, without a slash at its end. */
  publicUrl: () => string;
  components: Components;
  /** Start of the newest HRRR run with a visible frame. */
  newestHrrrRun: () => Promise<Date | undefined>;
  /** The provider of hourly forecasts, asked with care. */
  forecastProvider: FetchForecast;
  /** The OpenAPI document, as JSON. */
  openApi: () => object;
}

/** Types the definitions of this package. */
export const endpoint = endpoints<ApiContext>();
