import { sequentialColours } from '../colours.ts';
import { modelField, record, type ModelField } from './shared.ts';

export const gust: ModelField = {
  ...modelField,
  id: 'gust',
  name: 'Wind gust',
  about: 'Forecast wind gusts at the ground.',
  units: 'm/s',
  min: 0,
  max: 50,
  source: record('GUST', 'surface'),
  reduce: 'maximum',
  palette: [
    [0, '#f1f8e9'],
    [5, '#dcedc8'],
    [8, '#aed581'],
    [11, '#ffee58'],
    [14, '#ffa726'],
    [17, '#f4511e'],
    [21, '#d81b60'],
    [26, '#8e24aa'],
    [33, '#5e35b1'],
    [42, '#1a237e'],
  ],
  colourBlind: sequentialColours(10),
};
