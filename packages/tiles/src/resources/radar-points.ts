import { fields, list, placeParams, required, shape } from '@severe/http';
import { chooseObserved } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import type { ListedFrame } from '../frame-index.ts';
import { inBatches } from '../in-batches.ts';
import { sampleAt, samplesAlong } from '../sample-at.ts';
import { isWithin, noFrameYet, outside, roundedDegrees, sampleShape, type Sample } from '../sample.ts';
import { tileProductOf } from '../tile-products.ts';
import { loopWindow, radarProductParam, thin } from './radar-frames.ts';
import { observedFrame, stampParam } from './observed-tiles.ts';
import { endpoint, stampShape } from './shared.ts';

export const getRadarPointSeries = endpoint({
  path: '/radar/point/series',
  summary: 'Time series of a radar product at a point.',
  description:
    'One entry for every frame of the time range, oldest first. The range ends at the newest frame. Values and ' +
    '`status` are as in `/radar/point`.',
  tag: 'Radar',
  query: { ...placeParams, product: radarProductParam, ...loopWindow },
  response: shape.named(
    'RadarPointSeries',
    shape.object({
      product: shape.text(),
      lat: shape.number(),
      lon: shape.number(),
      units: shape.nullable(shape.text({ example: 'dBZ' })),
      interval_minutes: shape.integer(),
      approximate: shape.boolean({ about: 'Always true: a grid cell is about 1 km wide.' }),
      values: shape.arrayOf(shape.object({ ts: stampShape, time: shape.time(), ...sampleShape })),
    }),
  ),
  cache: { seconds: 15 },
  errors: { 503: 'Values are temporarily unavailable.' },
  async handle({ query: { lat, lon, product: id, minutes, interval }, wanted }, context) {
    const { product } = tileProductOf('radar', id);
    const frames = thin(context.index.runs('radar', id)[0]?.frames ?? [], minutes, interval);
    const samples = await samplesAlong(context, product, frames, { lat, lon }, wanted());
    return {
      product: id,
      lat: roundedDegrees(lat),
      lon: roundedDegrees(lon),
      units: product.units,
      interval_minutes: interval,
      approximate: true,
      values: frames.map(({ stamp, time }, i) => ({ ts: stamp, time, ...samples[i] })),
    };
  },
});

export const postRadarPoints = endpoint({
  method: 'POST',
  path: '/radar/points',
  summary: 'Values of a radar product at up to 100 points.',
  description: 'All values are from one frame, in the order of the points in the request.',
  tag: 'Radar',
  body: {
    points: required(list(required(fields(placeParams)), { min: 1, max: 100, about: 'The points.' })),
    product: radarProductParam,
    ts: stampParam,
  },
  response: shape.named(
    'RadarPoints',
    shape.object({
      product: shape.text(),
      ts: shape.nullable(stampShape),
      time: shape.nullable(shape.time()),
      units: shape.nullable(shape.text({ example: 'dBZ' })),
      approximate: shape.boolean({ about: 'Always true: a grid cell is about 1 km wide.' }),
      points: shape.arrayOf(shape.object({ lat: shape.number(), lon: shape.number(), ...sampleShape })),
    }),
  ),
  cache: 'no-store',
  errors: { 404: 'No frame at that time.', 503: 'Values are temporarily unavailable.' },
  async handle({ body: { points, product: id, ts }, wanted }, context) {
    const { product } = tileProductOf('radar', id);
    const frame = await frameAt(context, id, ts);
    const samples = await inBatches(points, wanted(), async (point): Promise<Sample> => {
      if (frame) return sampleAt(context, product, frame, point);
      return isWithin(product, point.lon, point.lat) ? noFrameYet : outside;
    });
    return {
      product: id,
      ts: frame?.stamp ?? null,
      time: frame?.time ?? null,
      units: product.units,
      approximate: true,
      points: points.map(({ lat, lon }, i) => ({ lat: roundedDegrees(lat), lon: roundedDegrees(lon), ...samples[i] })),
    };
  },
});

async function frameAt(context: TileContext, id: string, ts: Date | undefined): Promise<ListedFrame | undefined> {
  const { product } = tileProductOf('radar', id);
  return (ts ? await observedFrame(context, product, ts) : chooseObserved(context.index, product, ts))?.frame;
}
