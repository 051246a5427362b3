import type { RasterProduct } from '@severe/catalogue';
import type { Point } from '@severe/geo';
import { Json, placeParams, shape } from '@severe/http';
import { chooseObserved, type Choice } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import type { ListedFrame } from '../frame-index.ts';
import { isWithin, roundedDegrees, noFrameYet, outside, sampleOf, sampleShape, type Sample } from '../sample.ts';
import { tileCaching } from '../caching.ts';
import { tileProductOf } from '../tile-products.ts';
import { radarProductParam } from './radar-frames.ts';
import { observedFrame, stampParam } from './observed-tiles.ts';
import { endpoint, stampShape } from './shared.ts';

export const getRadarPoint = endpoint({
  path: '/radar/point',
  summary: 'Value of a radar product at a point.',
  description:
    'The value of the source grid cell that contains the point, not of the rendered image. It is null below the ' +
    'threshold of the product, without radar coverage, and outside the bounds; `status` gives the reason.',
  tag: 'Radar',
  query: {
    ...placeParams,
    product: radarProductParam,
    ts: stampParam,
  },
  response: shape.named(
    'RadarPoint',
    shape.object({
      product: shape.text(),
      lat: shape.number(),
      lon: shape.number(),
      ts: shape.nullable(stampShape),
      time: shape.nullable(shape.time()),
      ...sampleShape,
      units: shape.nullable(shape.text({ example: 'dBZ' })),
      approximate: shape.boolean({ about: 'Always true: a grid cell is about 1 km wide.' }),
    }),
  ),
  cache: { seconds: 60 },
  errors: { 404: 'No frame at that time.', 503: 'Values are temporarily unavailable.' },
  handle({ query: { lat, lon, product: id, ts } }, context) {
    const { product } = tileProductOf('radar', id);
    const respond = (choice: Choice | undefined) => respondFrom(context, product, { lat, lon }, choice);
    return ts
      ? observedFrame(context, product, ts).then(respond)
      : respond(chooseObserved(context.index, product, undefined));
  },
});

/** The response for a place: synchronous if the values are in memory. */
function respondFrom(
  context: TileContext,
  product: RasterProduct,
  { lat, lon }: Point,
  { frame, exact }: Partial<Choice> = {},
) {
  const respond = (sample: Sample) => {
    const body = present(product, lat, lon, frame, sample);
    return exact ? new Json(body, { 'Cache-Control': tileCaching.exact }) : body;
  };
  const constant = withoutValues(product, lat, lon, frame);
  if (constant || !frame) return respond(constant ?? noFrameYet);
  const file = context.values.peek(frame);
  return file
    ? respond(sampleOf(product, file.grid.at(lon, lat)))
    : fetched(context, frame, product, lat, lon).then(respond);
}

function withoutValues(product: RasterProduct, lat: number, lon: number, frame?: ListedFrame): Sample | undefined {
  if (!isWithin(product, lon, lat)) return outside;
  return frame ? undefined : noFrameYet;
}

async function fetched(
  { values }: TileContext,
  frame: ListedFrame,
  product: RasterProduct,
  lat: number,
  lon: number,
): Promise<Sample> {
  return sampleOf(product, (await values.open(frame)).grid.at(lon, lat));
}

function present(
  { id, units }: RasterProduct,
  lat: number,
  lon: number,
  frame: ListedFrame | undefined,
  { value, status }: Sample,
) {
  return {
    product: id,
    lat: roundedDegrees(lat),
    lon: roundedDegrees(lon),
    ts: frame?.stamp ?? null,
    time: frame?.time ?? null,
    value,
    units,
    status,
    approximate: true,
  };
}
