import { oneOf, shape } from '@severe/http';
import { formatTime } from '@severe/base';
import { isWithin, metre, outside, placeParams, sampleOf, sampleShape } from '../sample.ts';
import { servedOf, servedProducts } from '../served.ts';
import { modelledFrame, modelTimeParams } from './hrrr-tiles.ts';
import { endpoint } from './shared.ts';

const ids = servedProducts('hrrr').map(({ id }) => id);

export const getHrrrPoint = endpoint({
  path: '/hrrr/point',
  summary: 'The value of a field of the HRRR model at a place.',
  description:
    'The value of the cell nearest to the point, of the run and time that the tiles of the same parameters show. For all ' +
    'variables and many hours at once ask `/models/hrrr/point`.',
  tag: 'Models',
  query: {
    ...placeParams,
    variable: oneOf(ids, { default: 'cape', about: 'The field.' }),
    ...modelTimeParams,
  },
  response: shape.named(
    'HrrrPoint',
    shape.object({
      variable: shape.text(),
      lat: shape.number(),
      lon: shape.number(),
      run: shape.nullable(shape.time({ about: 'Start of the run.' })),
      time: shape.time({ about: 'The time that the value is for.' }),
      units: shape.nullable(shape.text({ example: 'J/kg' })),
      ...sampleShape,
    }),
  ),
  cache: { seconds: 60 },
  errors: { 404: 'A run or hour that is not held.', 503: 'The values cannot be had just now.' },
  async handle({ query: { lat, lon, variable, ts, valid } }, context) {
    const { product } = servedOf('hrrr', variable);
    const { frame } = modelledFrame(context, product, { ts, valid });
    const sample = isWithin(product, lon, lat) ? sampleOf(product, await context.reads.at(frame, lon, lat)) : outside;
    return {
      variable,
      lat: metre(lat),
      lon: metre(lon),
      run: frame.runAt ? formatTime(frame.runAt) : null,
      time: frame.time,
      units: product.units,
      ...sample,
    };
  },
});
