import { dayMs } from '@severe/async';
import { RequestError, UpstreamError } from '@severe/base';
import type { CellForecast } from '@severe/db';
import type { Point } from '@severe/geo';
import { integer, keyHints, placeParams, type Reply } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { createReply } from '../../shared/collection.ts';
import { turnOf } from '../../shared/turn-of.ts';
import { hourOf, hoursFrom, presentForecast } from './present.ts';
import { forecastShape } from './schema.ts';

const seconds = 300;

/** Timeout. A new cell needs several requests in sequence, some of which take a second. */
const timeoutMs = 8000;

/** GET /forecast/point */
export const getPointForecast = endpoint({
  path: '/forecast/point',
  work: 0, // it waits for the provider, in a queue of its own
  summary: 'Hourly forecast of the National Weather Service at a point.',
  description:
    'The forecast of the grid cell that contains the point. It is fetched on the first request and cached for ' +
    'about an hour. If the provider fails, a forecast of up to a day ago is returned with an `Age` header.',
  tag: 'Forecasts',
  query: { ...placeParams, hours: integer({ min: 1, max: 156, default: 24, about: 'Number of hours.' }) },
  foreign: keyHints,
  response: forecastShape,
  cache: { seconds },
  errors: {
    404: 'No forecast office covers this point.',
    503: 'The provider or the database is unavailable, or the request limit of the provider is reached.',
  },
  handle(call, context) {
    const { lat, lon, hours } = call.query;
    const place = { lat: tenThousandths(lat), lon: tenThousandths(lon) };
    return context.replyFromCache({
      key: `/forecast/point?${call.canonicalQuery()}`,
      dataSets: ['forecast'],
      seconds,
      timeoutMs,
      async make() {
        const now = context.clock();
        const { forecast, old } = await forecastAt(place, now, turnOf(call, context), context);
        const periods = hoursFrom(forecast, now, hours);
        if (old && periods.length === 0) throw new UpstreamError('forecasts', 'the stored forecast has no more hours');
        return replyWith(presentForecast({ lat, lon }, forecast, periods), forecast, { now, old });
      },
    });
  },
});

/**
 * Returns the stored forecast while it is valid, else fetches a new one. If the provider is unavailable, returns the
 * stale one.
 *
 * @param client takes the turn at the provider
 */
async function forecastAt(
  place: Point,
  now: Date,
  client: string,
  { db, forecastProvider }: ApiContext,
): Promise<{ forecast: CellForecast; old: boolean }> {
  const dayAgo = new Date(now.getTime() - dayMs);
  const stored = await db.forecasts.at(place);
  if (stored && stored.goodUntil > now) return { forecast: stored, old: false };
  if (!stored && (await db.forecasts.isGap(place, dayAgo))) throw noGrid();
  try {
    const fetched = await forecastProvider(client, place, stored);
    if (!fetched) throw noGrid();
    return { forecast: fetched, old: false };
  } catch (error) {
    if (!(error instanceof UpstreamError) || !stored || stored.fetchedAt < dayAgo) throw error;
    return { forecast: stored, old: true };
  }
}

function replyWith(body: object, { fetchedAt }: CellForecast, { now, old }: { now: Date; old: boolean }): Reply {
  const age = Math.max(0, Math.floor((now.getTime() - fetchedAt.getTime()) / 1000));
  return createReply(JSON.stringify(body), 'application/json', [], {
    // The first hour is always the present one, so the content changes every hour.
    'Last-Modified': new Date(Math.max(fetchedAt.getTime(), hourOf(now).getTime())).toUTCString(),
    ...(old ? { Age: String(age) } : {}),
  });
}

/** Rounds to four decimals (about 10 m), as the provider requires. */
function tenThousandths(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4 + 0; // no -0
}

function noGrid(): RequestError {
  return new RequestError(404, 'Point is outside the forecast grid');
}
