import { sequentialColours } from '../colours.ts';
import type { RasterProduct } from '../product.ts';
import { mosaic, mosaicSource } from './shared.ts';

/** Vertically integrated liquid. */
export const vil: RasterProduct = {
  ...mosaic,
  id: 'vil',
  name: 'Vertically integrated liquid',
  about: 'Water and ice in the column, estimated by radar; high values indicate tall, intense storm cores.',
  units: 'kg/m2',
  min: 0,
  max: 80,
  source: mosaicSource('VIL'),
  nothing: [-1, 0],
  missing: [-3],
  threshold: 0.5,
  palette: [
    [0.5, '#8ecae6'],
    [5, '#219ebc'],
    [10, '#2a9d3a'],
    [20, '#a7c957'],
    [30, '#ffd60a'],
    [40, '#ff9500'],
    [50, '#f3372c'],
    [60, '#b5179e'],
    [70, '#7209b7'],
    [80, '#ffffff'],
  ],
  colourBlind: sequentialColours(10),
};
