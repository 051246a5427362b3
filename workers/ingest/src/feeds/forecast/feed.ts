import { emptyReport, type Feed } from '../../feed.ts';
import { fetchForecast } from './fetch-forecast.ts';

/** Norman, Oklahoma, where the centers of the weather service are. */
const reference = { lat: 35.2226, lon: -97.4395 };

/**
 * Keeps the forecast of one place fresh, so that the health of the source is known before anybody asks. All others are
 * fetched when they are asked for: there are a million cells.
 */
export const nwsForecasts: Feed = {
  id: 'nws-forecasts',
  source: 'forecast',
  about: 'The hourly forecast of one place, from the National Weather Service; others are fetched on demand',
  everySeconds: 300,
  startDelaySeconds: 30,
  async run(context) {
    const { db, clock } = context;
    const kept = await db.forecasts.at(reference);
    if (kept && kept.goodUntil > clock()) return { ...emptyReport(), unchanged: 1 };
    const fetched = await fetchForecast(context, reference, kept);
    if (fetched) await db.sourceRuns.recordData('forecast', fetched.fetchedAt);
    return { ...emptyReport(), new: fetched ? 1 : 0 };
  },
};
