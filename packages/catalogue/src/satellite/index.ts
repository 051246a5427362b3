import { productsNamed, type RasterProduct } from '../product.ts';
import { airMass } from './air-mass.ts';
import { dust } from './dust.ts';
import { fireTemp } from './fire-temp.ts';
import { geocolor } from './geocolor.ts';
import { ir } from './ir.ts';
import { visible } from './visible.ts';

export { bandFolder, imageryFolder, lightningFolder, satellites, type Satellite } from './satellites.ts';

/** The satellite products, in the order of the API. */
export const satelliteProducts: RasterProduct[] = [ir, visible, geocolor, airMass, dust, fireTemp];

/** The satellite products with these ids; all without any. @throws {StartError} for an id that none has */
export function satelliteProductsNamed(ids: readonly string[]): RasterProduct[] {
  return productsNamed(satelliteProducts, ids);
}
