import { models, type Model, type ModelId } from '../models.ts';
import { productsNamed, type RasterProduct } from '../product.ts';
import { cape } from './cape.ts';
import { cin } from './cin.ts';
import { elevation } from './elevation.ts';
import { gust } from './gust.ts';
import { liftedIndex } from './lifted-index.ts';
import { precip1h } from './precip-1h.ts';
import { refc } from './refc.ts';
import type { ModelField } from './shared.ts';
import { shear0to6km } from './shear-0-6km.ts';
import { srh0to3km } from './srh-0-3km.ts';
import { t2m } from './t2m.ts';
import { td2m } from './td2m.ts';
import { uh2to5km } from './uh-2-5km.ts';
import { wind10m } from './wind10m.ts';
import { wind10mDirection } from './wind10m-direction.ts';

/** The fields with tiles, in the order of the API; then the fields for point queries only. */
const fields: readonly ModelField[] = [
  cape,
  cin,
  liftedIndex,
  refc,
  t2m,
  td2m,
  wind10m,
  gust,
  precip1h,
  srh0to3km,
  shear0to6km,
  uh2to5km,
  wind10mDirection,
  elevation,
];

/** The fields of a model as products, with the names that its files have for levels. */
function productsOfModel({ id, bounds, levels }: Model): RasterProduct[] {
  return fields.map(({ source, ...field }) => ({
    ...field,
    family: id,
    bounds,
    source: {
      ...source,
      records: source.records.map((record) => ({ ...record, level: levels[record.parameter] ?? record.level })),
    },
  }));
}

/** The fields of every model. */
export const modelProducts: Readonly<Record<ModelId, RasterProduct[]>> = {
  hrrr: productsOfModel(models.hrrr),
  rrfs: productsOfModel(models.rrfs),
};

export const hrrrProducts = modelProducts.hrrr;

/**
 * The fields of a model with these ids; all without any. Temperature is always there, because it tells that an hour is stored,
 * and so is the terrain: one record a run.
 *
 * @throws {StartError} for an id that none has
 */
export function modelProductsNamed(id: ModelId, ids: readonly string[]): RasterProduct[] {
  return productsNamed(modelProducts[id], ids, [t2m.id, elevation.id]);
}
