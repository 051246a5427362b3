import { sequentialColours } from '../colours.ts';
import { modelField, record, type ModelField } from './shared.ts';

export const liftedIndex: ModelField = {
  ...modelField,
  id: 'lifted-index',
  name: 'Lifted index',
  about: 'Temperature at 500 hPa minus that of a parcel lifted to it; negative values are unstable.',
  units: 'K',
  min: -12,
  max: 8,
  source: record('LFTX', '500-1000 mb'),
  reduce: 'minimum',
  palette: [
    [-50, '#6a1b9a'],
    [-10, '#ad1457'],
    [-8, '#d32f2f'],
    [-6, '#f4511e'],
    [-4, '#fb8c00'],
    [-2, '#fdd835'],
    [0, '#dce775'],
    [2, '#b2dfdb'],
    [4, '#90caf9'],
    [8, '#5c6bc0'],
  ],
  colourBlind: sequentialColours(10).reverse(),
};
