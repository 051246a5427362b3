import { formatTime } from '@severe/base';
import { modelIds, modelWishes, models, productsOf, type Model } from '@severe/catalogue';
import { endpoint } from '../../context.ts';
import { modelsShape } from './schema.ts';

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
