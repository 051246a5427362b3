import { reflectivityColourBlind, reflectivityPalette } from '../radar/shared.ts';
import { modelField, record, type ModelField } from './shared.ts';

export const refc: ModelField = {
  ...modelField,
  id: 'refc',
  name: 'Simulated composite reflectivity',
  about: 'Composite reflectivity computed from the model’s precipitation.',
  units: 'dBZ',
  min: -10,
  max: 75,
  source: record('REFC', 'entire atmosphere'),
  threshold: 5,
  reduce: 'maximum',
  palette: reflectivityPalette,
  colourBlind: reflectivityColourBlind,
};
