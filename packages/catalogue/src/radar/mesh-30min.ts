import { sequentialColours } from '../colours.ts';
import type { RasterProduct } from '../product.ts';
import { mosaic, mosaicSource } from './shared.ts';

/** Maximum expected size of hail (MESH), maximum of the last 30 minutes. */
export const mesh30min: RasterProduct = {
  ...mosaic,
  id: 'mesh-30min',
  name: 'Hail size, 30 min maximum',
  about: 'Maximum expected size of hail (MESH) in the last 30 minutes, estimated by radar.',
  units: 'mm',
  min: 0,
  max: 100,
  source: mosaicSource('MESH_Max_30min', { parameter: 'MESHMax30min' }),
  nothing: [-1, 0],
  missing: [-3],
  threshold: 1,
  palette: [
    [1, '#b8e3f5'],
    [6, '#64b5f6'],
    [13, '#1e88e5'],
    [19, '#43a047'],
    [25, '#fdd835'],
    [32, '#fb8c00'],
    [38, '#f4511e'],
    [44, '#d50000'],
    [51, '#ad1457'],
    [64, '#8e24aa'],
    [76, '#d9a7f5'],
    [100, '#ffffff'],
  ],
  colourBlind: sequentialColours(12),
};
