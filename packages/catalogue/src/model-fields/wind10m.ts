import { sequentialColours } from '../colours.ts';
import { modelField, vector, type ModelField } from './shared.ts';

export const wind10m: ModelField = {
  ...modelField,
  id: 'wind10m',
  name: 'Wind speed, 10 m',
  about: 'Mean wind speed at 10 m above the ground.',
  units: 'm/s',
  min: 0,
  max: 40,
  source: vector(['UGRD', 'VGRD'], '10 m above ground', 'magnitude', 0.1),
  reduce: 'maximum',
  palette: [
    [0, '#f1f8e9'],
    [3, '#dcedc8'],
    [5, '#aed581'],
    [8, '#ffee58'],
    [11, '#ffa726'],
    [14, '#f4511e'],
    [17, '#d81b60'],
    [21, '#8e24aa'],
    [25, '#5e35b1'],
    [33, '#1a237e'],
  ],
  colourBlind: sequentialColours(10),
};
