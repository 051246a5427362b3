import { RequestError, UpstreamError } from '@severe/base';
import type { CellForecast } from '@severe/db';
import { integer, type Reply } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { replyOf } from '../../shared/collection.ts';
import { point } from '../../shared/query.ts';
import { hourOf, hoursFrom, presentForecast } from './present.ts';
import { forecastShape } from './schema.ts';

const seconds = 300;

/** A cell that is not known takes requests one after the other to a provider that takes a second for some. */
const patienceMs = 8000;

/** So long a place without a grid is not asked for again, and an old forecast is better than none. */
const dayMs = 86_400_000;

/** GET /forecast/point */
export const getPointForecast = endpoint({
  path: '/forecast/point',
  summary: 'Hourly forecast of the National Weather Service at a point.',
  description:
    'The forecast of the grid cell that contains the point. It is fetched on the first request and cached for ' +
    'about an hour. If the provider fails, a forecast of up to a day ago is returned with an `Age` header.',
  tag: 'Forecasts',
  query: { ...point, hours: integer({ min: 1, max: 156, default: 24, about: 'Number of hours.' }) },
  response: forecastShape,
  cache: { seconds },
  errors: {
    404: 'No forecast office covers this point.',
    503: 'The provider or the database is unavailable, or the request limit of the provider is reached.',
  },
  handle(call, context) {
    const { lat, lon, hours } = call.query;
    const place = { lat: tenThousandths(lat), lon: tenThousandths(lon) };
    return context.answers({
      key: `/forecast/point?${call.normalised()}`,
      of: ['forecast'],
      seconds,
      patienceMs,
      async make() {
        const now = context.clock();
        const { forecast, old } = await forecastAt(place, now, context);
        const periods = hoursFrom(forecast, now, hours);
        if (old && periods.length === 0) throw new UpstreamError('forecasts', 'what is kept has come to its end');
        return replyWith(presentForecast({ lat, lon }, forecast, periods), forecast, { now, old });
      },
    });
  },
});

/** What is kept while it is good, else what the provider says; an old one while the provider is away. */
async function forecastAt(
  place: { lat: number; lon: number },
  now: Date,
  { db, forecastProvider }: ApiContext,
): Promise<{ forecast: CellForecast; old: boolean }> {
  const dayAgo = new Date(now.getTime() - dayMs);
  const kept = await db.forecasts.at(place);
  if (kept && kept.goodUntil > now) return { forecast: kept, old: false };
  if (!kept && (await db.forecasts.isGap(place, dayAgo))) throw noGrid();
  try {
    const fetched = await forecastProvider(place, kept);
    if (!fetched) throw noGrid();
    return { forecast: fetched, old: false };
  } catch (error) {
    if (!(error instanceof UpstreamError) || !kept || kept.fetchedAt < dayAgo) throw error;
    return { forecast: kept, old: true };
  }
}

function replyWith(body: object, { fetchedAt }: CellForecast, { now, old }: { now: Date; old: boolean }): Reply {
  const age = Math.max(0, Math.floor((now.getTime() - fetchedAt.getTime()) / 1000));
  return replyOf(JSON.stringify(body), 'application/json', [], {
    // The first hour is always the present one.
    'Last-Modified': new Date(Math.max(fetchedAt.getTime(), hourOf(now).getTime())).toUTCString(),
    ...(old ? { Age: String(age) } : {}),
  });
}

/** As the provider wants it: four decimals, some ten metres. */
function tenThousandths(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4 + 0; // no -0
}

function noGrid(): RequestError {
  return new RequestError(404, 'Point is outside the forecast grid');
}
