import { sequentialColours } from '../colours.ts';
import { modelField, record, type ModelField } from './shared.ts';

export const cin: ModelField = {
  ...modelField,
  id: 'cin',
  name: 'Surface CIN',
  about: 'Convective inhibition of a parcel lifted from the ground; zero or less.',
  units: 'J/kg',
  min: -300,
  max: 0,
  source: record('CIN', 'surface'),
  reduce: 'minimum',
  palette: [
    [-1000, '#311b92'],
    [-300, '#4527a0'],
    [-200, '#5e35b1'],
    [-150, '#7e57c2'],
    [-100, '#9575cd'],
    [-50, '#b39ddb'],
    [-25, '#d1c4e9'],
    [-10, '#ede7f6'],
  ],
  colourBlind: sequentialColours(8).reverse(),
};
