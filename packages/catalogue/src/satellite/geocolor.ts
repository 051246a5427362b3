import type { RasterProduct } from '../product.ts';
import { composite } from './shared.ts';

/** Natural colours by day, infrared by night. Not the GeoColor of CIRA and NESDIS, whose full recipe is not published. */
export const geocolor: RasterProduct = {
  ...composite,
  id: 'geocolor',
  name: 'GeoColor-like day and night',
  about:
    'A composite similar to GeoColor, but not the product of CIRA and NESDIS. By day, natural colours of bands 1 to 3, with ' +
    'synthetic green after Bah et al. (2018) and no haze correction. By night, clouds of band 13 over dark ground, without ' +
    'city lights; low cloud is hardly visible. Both are blended for solar elevations between 2° and 12°.',
  source: { feed: 'goes', make: { dayNight: { red: 'C02', blue: 'C01', vegetation: 'C03', infrared: 'C13' } } },
};
