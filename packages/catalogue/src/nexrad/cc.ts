import { sequentialColours } from '../colours.ts';
import type { SweepProduct } from './product.ts';

export const cc: SweepProduct = {
  id: 'cc',
  name: 'Correlation coefficient',
  about: 'Similarity of the particles in the beam: near 1 in rain, lower in hail, debris and birds.',
  units: null,
  min: 0.2,
  max: 1.05,
  moment: 'RHO',
  factor: 1,
  stormRelative: false,
  reduce: 'maximum', // prefers weather to the noise at its edges
  palette: [
    [0.2, '#95949c'],
    [0.45, '#16148c'],
    [0.65, '#0902d9'],
    [0.75, '#8987d6'],
    [0.8, '#5cff59'],
    [0.85, '#8bcf02'],
    [0.9, '#fffb00'],
    [0.93, '#ffc400'],
    [0.95, '#ff8903'],
    [0.96, '#ff2b00'],
    [0.97, '#e30000'],
    [0.98, '#a10000'],
    [0.99, '#970556'],
    [1, '#faacd1'],
  ],
  colourBlind: sequentialColours(14),
};
