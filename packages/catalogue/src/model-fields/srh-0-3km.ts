import { sequentialColours } from '../colours.ts';
import { modelField, record, type ModelField } from './shared.ts';

export const srh0to3km: ModelField = {
  ...modelField,
  id: 'srh-0-3km',
  name: 'Storm-relative helicity, 0–3 km',
  about: 'Storm-relative helicity of the lowest 3 km; high values favour rotating updrafts.',
  units: 'm2/s2',
  min: 0,
  max: 600,
  source: record('HLCY', '3000-0 m above ground'),
  threshold: 50,
  reduce: 'largest-magnitude',
  palette: [
    [50, '#e0f2f1'],
    [100, '#b2dfdb'],
    [150, '#fff176'],
    [200, '#ffca28'],
    [250, '#ff8a65'],
    [300, '#f4511e'],
    [400, '#c62828'],
    [500, '#ad1457'],
    [600, '#6a1b9a'],
  ],
  colourBlind: sequentialColours(9),
};
