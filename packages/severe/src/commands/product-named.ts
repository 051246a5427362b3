import { StartError } from '@severe/base';
import { families, productsOf, type RasterProduct } from '@severe/catalogue';

/** A product by its id, with or without its family before it. @throws {StartError} that names those there are */
export function productNamed(name: string): RasterProduct {
  const all = families.flatMap(productsOf);
  const product = all.find(({ family, id }) => name === id || name === `${family}/${id}`);
  if (product) return product;
  throw new StartError(`--product ${name}: no such product; there are ${all.map(({ id }) => id).join(', ')}`);
}
