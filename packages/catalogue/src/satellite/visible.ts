import type { PaletteStop, RasterProduct } from '../product.ts';
import { imagery } from './shared.ts';

/** Number of grey levels; reflectance is the square of the level. */
const shades = 127;

const grey = (i: number): PaletteStop => {
  const part = Math.round((255 * i) / shades)
    .toString(16)
    .padStart(2, '0');
  return [i === 0 ? -10 : 100 * ((i - 0.5) / shades) ** 2, `#${part}${part}${part}`];
};

/** Reflected sunlight at 0.64 µm, with a gamma of 2. */
export const visible: RasterProduct = {
  ...imagery,
  id: 'visible',
  name: 'Visible, 0.64 µm',
  about: 'Reflected sunlight (ABI band 2), not corrected for solar elevation. Night is black.',
  units: '%',
  min: 0,
  max: 100,
  source: { feed: 'goes', make: { band: 'C02', scale: 100 } },
  palette: Array.from({ length: shades + 1 }, (_, i) => grey(i)),
};
