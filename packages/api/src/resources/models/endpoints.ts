import { formatTime } from '@severe/base';
import { hrrrModel, productsOf } from '@severe/catalogue';
import { endpoint } from '../../context.ts';
import { modelsShape } from './schema.ts';

/** GET /models/available */
export const listModels = endpoint({
  path: '/models/available',
  summary: 'The available numerical models.',
  tag: 'Models',
  response: modelsShape,
  cache: { seconds: 300 },
  errors: { 503: 'The database is unavailable.' },
  async handle(_call, { hrrrRuns }) {
    const { shown } = await hrrrRuns();
    const { id, name, provider, resolutionKm, cycleHours, maxHours, shortRunHours, bounds } = hrrrModel;
    const hrrr = {
      id,
      name,
      provider,
      resolution_km: resolutionKm,
      cycle_hours: cycleHours,
      max_hours: maxHours,
      hours_kept: shortRunHours,
      bounds: [...bounds],
      latest_run: shown ? formatTime(shown) : null,
      variables: productsOf('hrrr').flatMap((product) => (product.valuesOnly ? [] : [product.id])),
      endpoints: ['/models/hrrr/point', '/hrrr/variables', '/hrrr/tiles'],
    };
    return { models: [hrrr] };
  },
});
