import { formatTime } from '@severe/base';
import { hrrrModel, productsOf } from '@severe/catalogue';
import { cacheControl, integer, Json } from '@severe/http';
import { endpoint } from '../../context.ts';
import { degrees, point } from '../../shared/query.ts';
import { pointForecast } from './point.ts';
import { modelsShape, pointForecastShape } from './schema.ts';

/** How long a forecast is good; one with gaps only until they may have been filled. */
const completeSeconds = 300;
const partialSeconds = 15;

/** GET /models/hrrr/point */
export const getHrrrPoint = endpoint({
  path: '/models/hrrr/point',
  summary: 'The HRRR forecast at a point, hour by hour.',
  description:
    'The values of the nearest grid cell, all from one run: the run that holds the most of the requested hours, ' +
    'and of equal ones the newest. `times` begins with the hour that contains now. It is shorter than `hours` if ' +
    'the run ends earlier, and empty if no run covers the present hour.',
  tag: 'Models',
  query: { ...point, hours: integer({ min: 1, max: 48, default: 18, about: 'Number of hours.' }) },
  response: pointForecastShape,
  cache: { seconds: completeSeconds },
  errors: {
    404: 'The point is outside the HRRR grid.',
    503: 'A data store is unavailable.',
  },
  async handle({ query }, { clock, hrrrRuns, values, forecasts }) {
    const { lat, lon } = query;
    const found = await forecasts.run(async () => pointForecast({ ...query, now: clock() }, await hrrrRuns(), values));
    const body = {
      lat: degrees(lat),
      lon: degrees(lon),
      elevation_m: found.elevationM,
      run: found.run ? formatTime(found.run.runAt) : null,
      times: found.times.map(formatTime),
      variables: found.variables,
    };
    return new Json(body, {
      ...(found.run ? { 'Last-Modified': found.run.publishedAt.toUTCString() } : {}),
      'Cache-Control': cacheControl({ seconds: found.complete ? completeSeconds : partialSeconds }),
    });
  },
});

/** GET /models/available */
export const listModels = endpoint({
  path: '/models/available',
  summary: 'The available numerical models.',
  tag: 'Models',
  response: modelsShape,
  cache: { seconds: 300 },
  errors: { 503: 'The database is unavailable.' },
  async handle(_call, { hrrrRuns }) {
    const [newest] = await hrrrRuns();
    const { id, name, provider, resolutionKm, cycleHours, maxHours, hoursKept, bounds } = hrrrModel;
    const hrrr = {
      id,
      name,
      provider,
      resolution_km: resolutionKm,
      cycle_hours: cycleHours,
      max_hours: maxHours,
      hours_kept: hoursKept,
      bounds: [...bounds],
      latest_run: newest ? formatTime(newest.runAt) : null,
      variables: productsOf('hrrr').flatMap((product) => (product.valuesOnly ? [] : [product.id])),
      endpoints: ['/models/hrrr/point', '/hrrr/variables', '/hrrr/tiles'],
    };
    return { models: [hrrr] };
  },
});
