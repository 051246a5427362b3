import { productsNamed, type RasterProduct } from '../product.ts';
import { cape } from './cape.ts';
import { cin } from './cin.ts';
import { elevation } from './elevation.ts';
import { gust } from './gust.ts';
import { liftedIndex } from './lifted-index.ts';
import { precip1h } from './precip-1h.ts';
import { refc } from './refc.ts';
import { shear0to6km } from './shear-0-6km.ts';
import { srh0to3km } from './srh-0-3km.ts';
import { t2m } from './t2m.ts';
import { td2m } from './td2m.ts';
import { uh2to5km } from './uh-2-5km.ts';
import { wind10m } from './wind10m.ts';
import { wind10mDirection } from './wind10m-direction.ts';

/** The HRRR fields with tiles, in the order of the API; then the fields for point queries only. */
export const hrrrProducts: RasterProduct[] = [
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

/**
 * The HRRR fields with these ids; all without any. Temperature is always there, because it tells that an hour is stored, and so
 * is the terrain: one record a run.
 *
 * @throws {StartError} for an id that none has
 */
export function hrrrProductsNamed(ids: readonly string[]): RasterProduct[] {
  return productsNamed(hrrrProducts, ids, [t2m.id, elevation.id]);
}
