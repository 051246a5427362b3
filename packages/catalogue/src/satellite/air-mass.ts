import type { RasterProduct } from '../product.ts';
import { composite } from './shared.ts';

/** @see NASA SPoRT and CIRA, "Air Mass RGB Quick Guide" for GOES-R, from the recipe of EUMETSAT */
export const airMass: RasterProduct = {
  ...composite,
  id: 'air-mass',
  name: 'Air mass',
  about:
    'Air Mass RGB of EUMETSAT with the ranges of the GOES-R quick guide, by day and night. Red 6.2 − 7.3 µm, -26.2 to ' +
    '0.6 K; green 9.6 − 10.3 µm, -43.2 to 6.7 K; blue 6.2 µm inverted, 243.9 to 208.5 K; no gamma. Dry stratospheric air ' +
    'is red, warm moist air green, cold air blue. Near the edge of the disk, colours shift to blue and violet.',
  source: {
    feed: 'goes',
    make: {
      rgb: {
        red: { band: 'C08', minus: 'C10', from: -26.2, to: 0.6, gamma: 1 },
        green: { band: 'C12', minus: 'C13', from: -43.2, to: 6.7, gamma: 1 },
        blue: { band: 'C08', from: 243.9, to: 208.5, gamma: 1 },
      },
    },
  },
};
