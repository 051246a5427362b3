import { sequentialColours } from '../colours.ts';
import { modelField, record, type ModelField } from './shared.ts';

export const td2m: ModelField = {
  ...modelField,
  id: 'td2m',
  name: 'Dew point, 2 m',
  about: 'Dew point at 2 m above the ground; values above 15 degC favour severe storms.',
  units: 'degC',
  min: -30,
  max: 30,
  source: record('DPT', '2 m above ground', { offset: -273.15, fileUnits: 'K' }),
  palette: [
    [-90, '#6d4c41'],
    [-20, '#8d6e63'],
    [-10, '#a1887f'],
    [-5, '#bcaaa4'],
    [0, '#d7ccc8'],
    [5, '#dcedc8'],
    [10, '#aed581'],
    [13, '#7cb342'],
    [16, '#43a047'],
    [18, '#2e7d32'],
    [20, '#00897b'],
    [22, '#00838f'],
    [24, '#01579b'],
    [27, '#6a1b9a'],
  ],
  colourBlind: sequentialColours(14),
};
