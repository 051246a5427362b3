import { modelField, vector, type ModelField } from './shared.ts';

export const wind10mDirection: ModelField = {
  ...modelField,
  id: 'wind10m-direction',
  name: 'Wind direction, 10 m',
  about: 'Direction from which the wind blows, clockwise from true north.',
  units: 'deg',
  min: 0,
  max: 360,
  source: vector(['UGRD', 'VGRD'], '10 m above ground', 'direction-from', 1),
  valuesOnly: true,
  palette: [],
};
