import type { RasterProduct } from '../product.ts';
import { modelField, record } from './shared.ts';

export const elevation: RasterProduct = {
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
