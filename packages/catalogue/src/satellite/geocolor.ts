import type { RasterProduct } from '../product.ts';
import { picture } from './shared.ts';

/** Day in its colours, night by temperature. Not the GeoColor of CIRA and NESDIS, whose recipe is not published whole. */
export const geocolor: RasterProduct = {
  ...picture,
  id: 'geocolor',
  name: 'GeoColor-like day and night',
  about:
    'A composite of our own in the manner of GeoColor, not the product of CIRA and NESDIS: by day natural colours of ' +
    'bands 1 to 3, with a green mixed as Bah et al. (2018) do and without correction of haze; by night clouds of band 13 ' +
    'over dark ground, without city lights, where low cloud hardly shows; blended for a sun between 2° and 12°.',
  source: { feed: 'goes', make: { dayNight: { red: 'C02', blue: 'C01', vegetation: 'C03', infrared: 'C13' } } },
};
