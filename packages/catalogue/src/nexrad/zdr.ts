import { sequentialColours } from '../colours.ts';
import type { SweepProduct } from './product.ts';

export const zdr: SweepProduct = {
  id: 'zdr',
  name: 'Differential reflectivity',
  about: 'Flatness of the particles: large for big drops, near 0 for tumbling hail.',
  units: 'dB',
  min: -4,
  max: 8,
  moment: 'ZDR',
  factor: 1,
  stormRelative: false,
  reduce: 'maximum',
  palette: [
    [-8, '#404040'],
    [-2, '#9c9c9c'],
    [-0.5, '#c9c9c9'],
    [0, '#8e79b5'],
    [0.25, '#0a0a9b'],
    [0.5, '#44f8cc'],
    [1, '#5bfb5b'],
    [1.5, '#fdfd66'],
    [2, '#fdc74b'],
    [2.5, '#fd8c1e'],
    [3, '#fd3b1e'],
    [4, '#c20000'],
    [5, '#fd8cc4'],
    [6, '#fdfdfd'],
  ],
  colourBlind: sequentialColours(14),
};
