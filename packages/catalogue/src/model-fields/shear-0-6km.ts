import { sequentialColours } from '../colours.ts';
import { modelField, vector, type ModelField } from './shared.ts';

export const shear0to6km: ModelField = {
  ...modelField,
  id: 'shear-0-6km',
  name: 'Wind shear, 0–6 km',
  about: 'Magnitude of the wind difference between the ground and 6 km.',
  units: 'm/s',
  min: 0,
  max: 50,
  source: vector(['VUCSH', 'VVCSH'], '0-6000 m above ground', 'magnitude', 0.1),
  threshold: 10,
  reduce: 'maximum',
  palette: [
    [10, '#e3f2fd'],
    [15, '#90caf9'],
    [20, '#4fc3f7'],
    [25, '#fff176'],
    [30, '#ffb74d'],
    [35, '#f4511e'],
    [40, '#c62828'],
    [50, '#6a1b9a'],
  ],
  colourBlind: sequentialColours(8),
};
