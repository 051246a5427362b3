import { sequentialColours } from '../colours.ts';
import { modelField, record, type ModelField } from './shared.ts';

export const cape: ModelField = {
  ...modelField,
  id: 'cape',
  name: 'Surface CAPE',
  about: 'Convective available potential energy of a parcel lifted from the ground.',
  units: 'J/kg',
  min: 0,
  max: 6000,
  source: record('CAPE', 'surface'),
  threshold: 100,
  reduce: 'maximum',
  palette: [
    [100, '#e3f2fd'],
    [250, '#b3e5fc'],
    [500, '#81d4fa'],
    [1000, '#4db6ac'],
    [1500, '#aed581'],
    [2000, '#fff176'],
    [2500, '#ffb74d'],
    [3000, '#ff8a65'],
    [4000, '#e53935'],
    [5000, '#ad1457'],
    [6000, '#6a1b9a'],
  ],
  colourBlind: sequentialColours(11),
};
