import { oneOf, placeParams, shape } from '@severe/http';
import { formatTime } from '@severe/base';
import { isWithin, roundedDegrees, outside, sampleOf, sampleShape } from '../sample.ts';
import { tileProductOf, tileProducts } from '../tile-products.ts';
import { forecastFrame, modelTimeParams } from './hrrr-tiles.ts';
import { endpoint } from './shared.ts';

const ids = tileProducts('hrrr').map(({ id }) => id);

export const getHrrrPoint = endpoint({
  path: '/hrrr/point',
  summary: 'Value of an HRRR field at a point.',
  description:
    'The value of the cell nearest to the point, of the run and time that the tiles with the same parameters ' +
    'show. For all variables and many hours in one request, use `/models/hrrr/point`.',
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
      time: shape.time({ about: 'Valid time of the value.' }),
      units: shape.nullable(shape.text({ example: 'J/kg' })),
      ...sampleShape,
    }),
  ),
  cache: { seconds: 60 },
  errors: { 404: 'No such run or hour.', 503: 'Values are temporarily unavailable.' },
  async handle({ query: { lat, lon, variable, ts, valid } }, context) {
    const { product } = tileProductOf('hrrr', variable);
    const { frame } = await forecastFrame(context, product, { ts, valid });
    const sample = isWithin(product, lon, lat) ? sampleOf(product, await context.reads.at(frame, lon, lat)) : outside;
    return {
      variable,
      lat: roundedDegrees(lat),
      lon: roundedDegrees(lon),
      run: frame.runAt ? formatTime(frame.runAt) : null,
      time: frame.time,
      units: product.units,
      ...sample,
    };
  },
});
