import { sequentialColours } from '../colours.ts';
import type { SweepProduct } from './product.ts';
import { knots } from './velocity.ts';

export const sw: SweepProduct = {
  id: 'sw',
  name: 'Spectrum width',
  about: 'Spread of velocities within a gate, caused by turbulence and shear.',
  units: 'kt',
  min: 0,
  max: 30,
  moment: 'SW',
  factor: knots,
  stormRelative: false,
  reduce: 'maximum',
  palette: [
    [0, '#3a3a3a'],
    [4, '#767676'],
    [8, '#00bb00'],
    [12, '#fb0000'],
    [16, '#d0d000'],
    [20, '#fd9500'],
    [25, '#fdc8c8'],
    [30, '#fdfdfd'],
  ],
  colourBlind: sequentialColours(8),
};
