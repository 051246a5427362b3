import type { RasterProduct } from '../product.ts';
import { baseReflectivity } from './base-reflectivity.ts';
import { compositeReflectivity } from './composite-reflectivity.ts';
import { echoTops } from './echo-tops.ts';
import { mesh30min } from './mesh-30min.ts';
import { rotation30min } from './rotation-30min.ts';
import { vil } from './vil.ts';

/** The MRMS mosaics, in the order of the API. */
export const radarProducts: RasterProduct[] = [
  compositeReflectivity,
  baseReflectivity,
  mesh30min,
  rotation30min,
  vil,
  echoTops,
];
