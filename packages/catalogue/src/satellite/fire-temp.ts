import type { RasterProduct } from '../product.ts';
import { composite } from './shared.ts';

/** @see CIRA, "Fire Temperature RGB Quick Guide" for GOES-R */
export const fireTemp: RasterProduct = {
  ...composite,
  id: 'fire-temp',
  name: 'Fire temperature',
  about:
    'Fire Temperature RGB with the ranges of the GOES-R quick guide. Red 3.9 µm, 273 to 333 K, gamma 0.4; green 2.2 µm, 0 ' +
    'to 100 %; blue 1.6 µm, 0 to 75 %. Fires turn from red to yellow and white as they grow hotter. By night, only fires ' +
    'and warm ground are visible; by day, bright ground and clouds add green and blue.',
  source: {
    feed: 'goes',
    make: {
      rgb: {
        red: { band: 'C07', from: 273, to: 333, gamma: 0.4 },
        green: { band: 'C06', from: 0, to: 1, gamma: 1 },
        blue: { band: 'C05', from: 0, to: 0.75, gamma: 1 },
      },
    },
  },
};
