import { reflectivityColourBlind, reflectivityPalette } from '../radar/shared.ts';
import type { SweepProduct } from './product.ts';

export const reflectivity: SweepProduct = {
  id: 'reflectivity',
  name: 'Reflectivity',
  about: 'Echo strength of rain, hail and other targets in the beam.',
  units: 'dBZ',
  min: -10,
  max: 75,
  moment: 'REF',
  factor: 1,
  stormRelative: false,
  threshold: 5,
  reduce: 'maximum',
  palette: reflectivityPalette,
  colourBlind: reflectivityColourBlind,
};
