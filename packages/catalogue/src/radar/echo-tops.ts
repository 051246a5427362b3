import { sequentialColours } from '../colours.ts';
import type { RasterProduct } from '../product.ts';
import { mosaic, mosaicSource } from './shared.ts';

/** The highest point of the 18 dBZ echo. */
export const echoTops: RasterProduct = {
  ...mosaic,
  id: 'echo-tops',
  name: 'Echo tops, 18 dBZ',
  about: 'Height above sea level of the highest 18 dBZ echo.',
  units: 'km',
  min: 0,
  max: 20,
  source: mosaicSource('EchoTop_18'),
  nothing: [-1, 0],
  missing: [-3],
  threshold: 0.5,
  palette: [
    [0.5, '#7f8c8d'],
    [3, '#5dade2'],
    [5, '#2e86c1'],
    [7, '#1e8449'],
    [9, '#7dcea0'],
    [11, '#f4d03f'],
    [13, '#e67e22'],
    [15, '#cb4335'],
    [17, '#af7ac5'],
    [19, '#ffffff'],
  ],
  colourBlind: sequentialColours(10),
};
