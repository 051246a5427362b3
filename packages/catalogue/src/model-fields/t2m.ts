import { sequentialColours } from '../colours.ts';
import { modelField, record, type ModelField } from './shared.ts';

export const t2m: ModelField = {
  ...modelField,
  id: 't2m',
  name: 'Temperature, 2 m',
  about: 'Air temperature at 2 m above the ground.',
  units: 'degC',
  min: -40,
  max: 45,
  source: record('TMP', '2 m above ground', { offset: -273.15, fileUnits: 'K' }),
  palette: [
    [-90, '#4a148c'],
    [-30, '#6a1b9a'],
    [-20, '#5e6fd8'],
    [-10, '#42a5f5'],
    [-5, '#81d4fa'],
    [0, '#b2ebf2'],
    [5, '#80cbc4'],
    [10, '#66bb6a'],
    [15, '#c0ca33'],
    [20, '#fdd835'],
    [25, '#fb8c00'],
    [30, '#f4511e'],
    [35, '#c62828'],
    [40, '#880e4f'],
  ],
  colourBlind: sequentialColours(14),
};
