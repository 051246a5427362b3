import { StartError } from '@severe/base';
import { families, productsOf, type RasterProduct } from '@severe/catalogue';

/** Finds a product by `id` or `family/id`. @throws {StartError} with the list of products if it does not exist */
export function productNamed(name: string): RasterProduct {
  const all = families.flatMap(productsOf);
  const product = all.find(({ family, id }) => name === id || name === `${family}/${id}`);
  if (product) return product;
  throw new StartError(`--product ${name}: no such product; products are ${all.map(({ id }) => id).join(', ')}`);
}
