import { sequentialColours } from '../colours.ts';
import { modelField, record, type ModelField } from './shared.ts';

export const uh2to5km: ModelField = {
  ...modelField,
  id: 'uh-2-5km',
  name: 'Updraft helicity, 2–5 km',
  about: 'Maximum updraft helicity of the preceding hour; shows tracks of the model’s supercells.',
  units: 'm2/s2',
  min: 0,
  max: 300,
  source: record('MXUPHL', '5000-2000 m above ground', { over: 'hour-max' }),
  threshold: 10,
  reduce: 'maximum',
  palette: [
    [10, '#cfd8dc'],
    [25, '#fff59d'],
    [50, '#ffca28'],
    [75, '#fb8c00'],
    [100, '#e53935'],
    [150, '#ad1457'],
    [200, '#6a1b9a'],
    [300, '#ffffff'],
  ],
  colourBlind: sequentialColours(8),
};
