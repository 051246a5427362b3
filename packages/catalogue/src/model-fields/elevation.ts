import { modelField, record, type ModelField } from './shared.ts';

export const elevation: ModelField = {
  ...modelField,
  id: 'elevation',
  name: 'Elevation',
  about: 'Height of the model terrain above sea level.',
  units: 'm',
  min: -100,
  max: 4500,
  source: record('HGT', 'surface', { constant: true }),
  valuesOnly: true,
  palette: [],
};
