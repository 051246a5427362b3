import type { RasterProduct } from '../product.ts';
import { mosaic, mosaicSource, reflectivityColourBlind, reflectivityPalette } from './shared.ts';

/** Echo of the lowest beams, quality controlled. */
export const baseReflectivity: RasterProduct = {
  ...mosaic,
  id: 'base-reflectivity',
  name: 'Base reflectivity',
  about: 'Echo of the lowest radar beams, close to the precipitation at the ground.',
  units: 'dBZ',
  min: -10,
  max: 75,
  source: mosaicSource('MergedBaseReflectivityQC'),
  nothing: [-99],
  missing: [-999],
  threshold: 5,
  palette: reflectivityPalette,
  colourBlind: reflectivityColourBlind,
};
