import type { RasterProduct } from '../product.ts';
import { mosaic, mosaicSource, reflectivityColourBlind, reflectivityPalette } from './shared.ts';

/** Strongest echo in the column, quality controlled. */
export const compositeReflectivity: RasterProduct = {
  ...mosaic,
  id: 'composite-reflectivity',
  name: 'Composite reflectivity',
  about: 'Strongest echo in the column above each point.',
  units: 'dBZ',
  min: -10,
  max: 75,
  source: mosaicSource('MergedReflectivityQCComposite'),
  nothing: [-99],
  missing: [-999],
  threshold: 5,
  palette: reflectivityPalette,
  colourBlind: reflectivityColourBlind,
};
