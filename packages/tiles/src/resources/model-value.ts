import type { Model } from '@severe/catalogue';
import { oneOf, placeParams, shape } from '@severe/http';
import { formatTime } from '@severe/base';
import { sampleAt } from '../sample-at.ts';
import { roundedDegrees, sampleShape } from '../sample.ts';
import { tileProductOf, tileProducts } from '../tile-products.ts';
import { forecastFrame, modelTimeParams } from './model-tiles.ts';
import { endpoint } from './shared.ts';

const valueShape = shape.named(
  'ModelValue',
  shape.object({
    variable: shape.text(),
    lat: shape.number(),
    lon: shape.number(),
    run: shape.nullable(shape.time({ about: 'Start of the run.' })),
    time: shape.time({ about: 'Valid time of the value.' }),
    units: shape.nullable(shape.text({ example: 'J/kg' })),
    ...sampleShape,
  }),
);

export const getModelValue = (model: Model) =>
  endpoint({
    path: `/${model.id}/point`,
    summary: `Value of an ${model.name} field at a point.`,
    description:
      'The value of the cell nearest to the point, of the run and time that the tiles with the same parameters ' +
      `show. For all variables and many hours in one request, use \`/models/${model.id}/point\`.`,
    tag: 'Models',
    query: {
      ...placeParams,
      variable: oneOf(
        tileProducts(model.id).map(({ id }) => id),
        { default: 'cape', about: 'The field.' },
      ),
      ...modelTimeParams(model),
    },
    response: valueShape,
    cache: { seconds: 60 },
    errors: { 404: 'No such run or hour.', 503: 'Values are temporarily unavailable.' },
    async handle({ query: { lat, lon, variable, ts, valid } }, context) {
      const { product } = tileProductOf(model.id, variable);
      const { frame } = await forecastFrame(context, product, { ts, valid });
      const sample = await sampleAt(context, product, frame, { lat, lon });
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
