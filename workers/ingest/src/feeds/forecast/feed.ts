import { emptyReport, type Feed } from '../../feed.ts';
import { fetchForecast } from './fetch-forecast.ts';

/** Norman, Oklahoma, the site of the National Weather Center. */
const reference = { lat: 35.2226, lon: -97.4395 };

/**
 * Refreshes the forecast of one place, so that the health of the source is known. Other forecasts are fetched on
 * request, because there are a million cells.
 */
export const nwsForecasts: Feed = {
  id: 'nws-forecasts',
  source: 'forecast',
  about: 'The hourly forecast of one place, from the National Weather Service; others are fetched on demand',
  everySeconds: 300,
  startDelaySeconds: 30,
  async run(context) {
    const { db, clock } = context;
    const stored = await db.forecasts.at(reference);
    if (stored && stored.goodUntil > clock()) return { ...emptyReport(), unchanged: 1 };
    const fetched = await fetchForecast(context, reference, stored);
    if (fetched) await db.sourceRuns.recordData('forecast', fetched.fetchedAt);
    return { ...emptyReport(), new: fetched ? 1 : 0 };
  },
};
