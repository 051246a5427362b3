import { sequentialColours } from '../colours.ts';
import { modelField, record, type ModelField } from './shared.ts';

export const precip1h: ModelField = {
  ...modelField,
  id: 'precip-1h',
  name: 'Precipitation, 1 h',
  about: 'Rain and melted snow of the preceding hour.',
  units: 'mm',
  min: 0,
  max: 100,
  source: record('APCP', 'surface', { over: 'hour-sum' }),
  threshold: 0.1,
  reduce: 'maximum',
  palette: [
    [0.1, '#c8e6c9'],
    [1, '#81c784'],
    [2.5, '#43a047'],
    [5, '#1b5e20'],
    [10, '#fdd835'],
    [15, '#fb8c00'],
    [25, '#e53935'],
    [40, '#ad1457'],
    [60, '#6a1b9a'],
    [100, '#ffffff'],
  ],
  colourBlind: sequentialColours(10),
};
