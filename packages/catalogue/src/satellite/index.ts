import type { RasterProduct } from '../product.ts';
import { airMass } from './air-mass.ts';
import { dust } from './dust.ts';
import { fireTemp } from './fire-temp.ts';
import { geocolor } from './geocolor.ts';
import { ir } from './ir.ts';
import { visible } from './visible.ts';

export { bandFolder, imageryFolder, lightningFolder, satellites, type Satellite } from './satellites.ts';

/** The satellite products, in the order of the API. */
export const satelliteProducts: RasterProduct[] = [ir, visible, geocolor, airMass, dust, fireTemp];

/** The satellite products with these ids; all without any. */
export function satelliteProductsNamed(ids: readonly string[]): RasterProduct[] {
  return ids.length === 0 ? satelliteProducts : satelliteProducts.filter(({ id }) => ids.includes(id));
}
