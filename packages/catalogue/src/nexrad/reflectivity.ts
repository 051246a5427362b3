import { reflectivityColourBlind, reflectivityPalette } from '../radar/shared.ts';
import type { SweepProduct } from './product.ts';

export const reflectivity: SweepProduct = {
  id: 'reflectivity',
  name: 'Reflectivity',
  about: 'How strongly rain, hail and whatever else is in the beam echoes.',
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
