import type { RasterProduct } from '../product.ts';
import { composite } from './shared.ts';

/** @see NASA SPoRT and CIRA, "Dust RGB Quick Guide" for GOES-R, from the recipe of EUMETSAT */
export const dust: RasterProduct = {
  ...composite,
  id: 'dust',
  name: 'Dust',
  about:
    'Dust RGB of EUMETSAT with the ranges of the GOES-R quick guide, by day and night. Red 12.3 − 10.3 µm, -6.7 to 2.6 K; ' +
    'green 11.2 − 8.4 µm, -0.5 to 20 K, gamma 2.5; blue 10.3 µm, 261.2 to 288.7 K. Dust is bright magenta by day, and ' +
    'less distinct on cold nights.',
  source: {
    feed: 'goes',
    make: {
      rgb: {
        red: { band: 'C15', minus: 'C13', from: -6.7, to: 2.6, gamma: 1 },
        green: { band: 'C14', minus: 'C11', from: -0.5, to: 20, gamma: 2.5 },
        blue: { band: 'C13', from: 261.2, to: 288.7, gamma: 1 },
      },
    },
  },
};
