import { sequentialColours } from '../colours.ts';
import type { RasterProduct } from '../product.ts';
import { mosaic, mosaicSource } from './shared.ts';

/** Azimuthal shear between the ground and 2 km, maximum of the last 30 minutes. */
export const rotation30min: RasterProduct = {
  ...mosaic,
  id: 'rotation-30min',
  name: 'Rotation tracks, 30 min maximum',
  about: 'Strongest cyclonic shear in the lowest 2 km in the last 30 minutes.',
  units: '0.001/s',
  min: 0,
  max: 20,
  source: mosaicSource('RotationTrack30min'),
  nothing: [0], // the provider uses 0 for "no rotation" and as a value
  missing: [-999],
  threshold: 3,
  palette: [
    [3, '#c9c9c9'],
    [5, '#fff176'],
    [7, '#ffb300'],
    [9, '#fb6a00'],
    [11, '#e53935'],
    [13, '#b71c1c'],
    [15, '#ad1457'],
    [18, '#6a1b9a'],
    [20, '#ffffff'],
  ],
  colourBlind: sequentialColours(9),
};
