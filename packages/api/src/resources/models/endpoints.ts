import { formatTime } from '@severe/base';
import { modelIds, modelWishes, models, productsOf, type Model } from '@severe/catalogue';
import { shape } from '@severe/http';
import { endpoint } from '../../context.ts';

const modelsShape = shape.named(
  'Models',
  shape.object({
    models: shape.arrayOf(
      shape.object({
        id: shape.text({ example: 'hrrr' }),
        name: shape.text({ example: 'HRRR' }),
        provider: shape.text(),
        resolution_km: shape.number(),
        cycle_hours: shape.integer({ about: 'Interval between runs in hours.' }),
        max_hours: shape.integer({ about: 'Forecast length of the longest runs, in hours.' }),
        hours_kept: shape.integer({
          about: 'Forecast hours of every run; those of 00, 06, 12 and 18 UTC have `max_hours`.',
        }),
        bounds: shape.arrayOf(shape.number(), { length: 4, about: 'West, south, east, north in degrees.' }),
        latest_run: shape.nullable(
          shape.time({
            about:
              'Start of the run that tiles and points show: the newest that holds the next 18 hours, else the most of them.',
          }),
        ),
        variables: shape.arrayOf(shape.text(), { about: 'The ids of `/{id}/variables`.' }),
        endpoints: shape.arrayOf(shape.text()),
      }),
    ),
  }),
);

/** GET /models/available */
export const listModels = endpoint({
  path: '/models/available',
  summary: 'The numerical models of this installation.',
  description: 'RRFS is there if the operator follows it (`MODELS`), or has frames of it.',
  tag: 'Models',
  response: modelsShape,
  cache: { seconds: 300 },
  errors: { 503: 'The database is unavailable.' },
  async handle(_call, { modelRuns, settings }) {
    const runs = await modelRuns();
    const available = modelIds.filter((id) => runs[id].shown ?? modelWishes(id, settings).isFollowed);
    return { models: available.map((id) => present(models[id], runs[id].shown)) };
  },
});

function present(model: Model, shown: Date | undefined) {
  const { id, name, provider, resolutionKm, cycleHours, maxHours, shortRunHours, bounds } = model;
  return {
    id,
    name,
    provider,
    resolution_km: resolutionKm,
    cycle_hours: cycleHours,
    max_hours: maxHours,
    hours_kept: shortRunHours,
    bounds: [...bounds],
    latest_run: shown ? formatTime(shown) : null,
    variables: productsOf(id).flatMap((product) => (product.valuesOnly ? [] : [product.id])),
    endpoints: [`/models/${id}/point`, `/${id}/variables`, `/${id}/tiles`],
  };
}
