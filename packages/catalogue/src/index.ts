import type { Family } from './family.ts';
import { hrrrProducts, modelProducts, modelProductsNamed } from './model-fields/index.ts';
import { nowcastProducts } from './nowcast/index.ts';
import type { RasterProduct } from './product.ts';
import { radarProducts } from './radar/index.ts';
import { satelliteProducts } from './satellite/index.ts';

export * from './colours.ts';
export * from './counties.ts';
export * from './county-changes.ts';
export * from './disturbances.ts';
export * from './events.ts';
export * from './facilities.ts';
export * from './family.ts';
export * from './frames.ts';
export * from './freshness.ts';
export * from './jobs.ts';
export * from './model-files.ts';
export * from './model-runs.ts';
export * from './model-settings.ts';
export * from './models.ts';
export * from './nexrad/index.ts';
export * from './nowcast/nowcast.ts';
export * from './offices.ts';
export * from './point-parameters.ts';
export * from './product.ts';
export * from './provider-hosts.ts';
export * from './sounding-stations.ts';
export * from './sources.ts';
export * from './states.ts';
export * from './stream-sources.ts';
export * from './surface-stations.ts';
export * from './tile-matrix-set.ts';
export { mosaicFills } from './radar/shared.ts';
export { bandsOf } from './satellite/bands.ts';
export {
  bandFolder,
  imageryFolder,
  lightningFolder,
  satelliteProductsNamed,
  satellites,
  type Satellite,
} from './satellite/index.ts';
export { hrrrProducts, modelProducts, modelProductsNamed, nowcastProducts, radarProducts, satelliteProducts };

const products: Record<Family, RasterProduct[]> = {
  radar: radarProducts,
  satellite: satelliteProducts,
  ...modelProducts,
  nowcast: nowcastProducts,
};

/** The products of a family, in the order in which the service lists them. */
export function productsOf(family: Family): RasterProduct[] {
  return products[family];
}

/** Finds a product by id. Ids are compared, not used as keys, so `constructor` is not found. */
export function findProduct(family: Family, id: string): RasterProduct | undefined {
  return products[family].find((product) => product.id === id);
}
