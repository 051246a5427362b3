import { formatStamp, formatTime } from '@severe/base';
import { oneOf, placeParams, shape } from '@severe/http';
import { defaultRun } from '../../choose-frame.ts';
import { sampleAt, samplesAlong } from '../../sample-at.ts';
import { roundedDegrees, sampleShape } from '../../sample.ts';
import { tileProductOf, tileProducts } from '../../tile-products.ts';
import { forecastFrame } from '../model-tiles.ts';
import { endpoint } from '../shared.ts';
import { disclaimer, leadOf, nowcastTimeParams, tag, timeShape } from './time.ts';

const productParam = oneOf(
  tileProducts('nowcast').map(({ id }) => id),
  { default: 'composite-reflectivity', about: 'The product of the nowcast.' },
);

const pointFields = {
  product: shape.text(),
  lat: shape.number(),
  lon: shape.number(),
  units: shape.nullable(shape.text({ example: 'dBZ' })),
};
const errors = { 503: 'Values are temporarily unavailable.' };

export const getNowcastPoint = endpoint({
  path: '/nowcast/point',
  summary: 'Value of a radar mosaic of the next hour at a point.',
  description: `The value of the nearest cell of the frame that the tiles with the same parameters show. ${disclaimer}`,
  tag,
  query: { ...placeParams, product: productParam, ...nowcastTimeParams },
  response: shape.named('NowcastPoint', shape.object({ ...pointFields, ...timeShape, ...sampleShape })),
  cache: { seconds: 15 },
  errors: { 404: 'No such run or lead time, or no run that may be shown.', ...errors },
  async handle({ query: { lat, lon, product: id, ts, valid } }, context) {
    const { product } = tileProductOf('nowcast', id);
    const { frame } = await forecastFrame(context, product, { ts, valid });
    const sample = await sampleAt(context, product, frame, { lat, lon });
    const start = frame.runAt ?? frame.validAt;
    return {
      product: id,
      lat: roundedDegrees(lat),
      lon: roundedDegrees(lon),
      units: product.units,
      run: formatTime(start),
      ts: formatStamp(start),
      lead_minutes: leadOf(start, frame.validAt),
      valid: frame.stamp,
      time: frame.time,
      ...sample,
    };
  },
});

export const getNowcastPointSeries = endpoint({
  path: '/nowcast/point/series',
  summary: 'A radar mosaic at a point over the next hour.',
  description: `One entry for every lead time of the newest run; none if no run may be shown. ${disclaimer}`,
  tag,
  query: { ...placeParams, product: productParam },
  response: shape.named(
    'NowcastPointSeries',
    shape.object({
      ...pointFields,
      run: shape.nullable(timeShape.run),
      values: shape.arrayOf(
        shape.object({
          lead_minutes: timeShape.lead_minutes,
          valid: timeShape.valid,
          time: timeShape.time,
          ...sampleShape,
        }),
      ),
    }),
  ),
  cache: { seconds: 15 },
  errors,
  async handle({ query: { lat, lon, product: id }, wanted }, context) {
    const { product } = tileProductOf('nowcast', id);
    const run = defaultRun(context.index, product, context.clock());
    const start = run?.runAt ?? null;
    const frames = start ? run!.frames : [];
    const samples = await samplesAlong(context, product, frames, { lat, lon }, wanted());
    return {
      product: id,
      lat: roundedDegrees(lat),
      lon: roundedDegrees(lon),
      units: product.units,
      run: start && formatTime(start),
      values: frames.map(({ validAt, stamp, time }, i) => ({
        lead_minutes: leadOf(start!, validAt),
        valid: stamp,
        time,
        ...samples[i],
      })),
    };
  },
});
