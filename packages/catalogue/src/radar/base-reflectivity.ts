import type { RasterProduct } from '../product.ts';
import { mosaic, reflectivityColourBlind, reflectivityPalette } from './shared.ts';

/** The echo of the lowest beams, quality controlled. */
export const baseReflectivity: RasterProduct = {
  ...mosaic,
  id: 'base-reflectivity',
  name: 'Base reflectivity',
  about: 'The echo seen by the lowest beams, close to what reaches the ground.',
  units: 'dBZ',
  min: -10,
  max: 75,
  source: { feed: 'mrms', folder: 'MergedBaseReflectivityQC_00.50' },
  nothing: [-99],
  missing: [-999],
  threshold: 5,
  palette: reflectivityPalette,
  colourBlind: reflectivityColourBlind,
};
