import type { RasterProduct } from '@severe/catalogue';
import { contains } from '@severe/geo';
import { Json, number, required, shape } from '@severe/http';
import { chooseMeasured } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import type { ListedFrame } from '../frame-index.ts';
import { tileCaching } from '../serve-tile.ts';
import { servedOf } from '../served.ts';
import type { ValueFile } from '../value-files.ts';
import { radarProductParam } from './radar-frames.ts';
import { measuredFrame, stampParam } from './radar-tiles.ts';
import { endpoint, stampShape } from './shared.ts';

type Status = 'ok' | 'below_threshold' | 'no_data' | 'outside';
interface Sample {
  value: number | null;
  status: Status;
}

export const getRadarPoint = endpoint({
  path: '/radar/point',
  summary: 'The value of a radar product at a place.',
  description:
    'The value of the cell of the source grid that holds the point, not of the picture. It is null below the threshold of ' +
    'the product, where the radars cannot see, and outside its bounds; `status` says which.',
  tag: 'Radar',
  query: {
    lat: required(number({ min: -90, max: 90, about: 'Latitude in degrees.', example: 35.22 })),
    lon: required(number({ min: -180, max: 180, about: 'Longitude in degrees.', example: -97.44 })),
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
      value: shape.nullable(shape.number()),
      units: shape.nullable(shape.text({ example: 'dBZ' })),
      status: shape.oneOf(['ok', 'below_threshold', 'no_data', 'outside']),
      approximate: shape.boolean({ about: 'Always true: a cell is about a kilometre wide.' }),
    }),
  ),
  cache: { seconds: 60 },
  errors: { 404: 'No frame at that time.', 503: 'The values cannot be had just now.' },
  handle({ query: { lat, lon, product: id, ts } }, context) {
    const { product } = servedOf('radar', id);
    const { frame, exact } = ts
      ? measuredFrame(context, product, ts)
      : (chooseMeasured(context.index, product, ts) ?? {});
    const answer = (sample: Sample) => {
      const body = present(product, lat, lon, frame, sample);
      return exact ? new Json(body, { 'Cache-Control': tileCaching.exact }) : body;
    };
    const known = withoutValues(product, lat, lon, frame);
    if (known || !frame) return answer(known ?? nothingYet);
    const file = context.values.peek(frame);
    return file ? answer(sampleOf(product, file, lat, lon)) : fetched(context, frame, product, lat, lon).then(answer);
  },
});

const outside: Sample = { value: null, status: 'outside' };
/** No frame has come yet: that is not the same as good weather. */
const nothingYet: Sample = { value: null, status: 'no_data' };

function withoutValues({ bounds }: RasterProduct, lat: number, lon: number, frame?: ListedFrame): Sample | undefined {
  if (!contains(bounds, lon, lat)) return outside;
  return frame ? undefined : nothingYet;
}

async function fetched(
  { values }: TileContext,
  frame: ListedFrame,
  product: RasterProduct,
  lat: number,
  lon: number,
): Promise<Sample> {
  return sampleOf(product, await values.open(frame), lat, lon);
}

const statuses = { nothing: 'below_threshold', missing: 'no_data', outside: 'outside' } as const;

function sampleOf({ threshold = -Infinity }: RasterProduct, { grid }: ValueFile, lat: number, lon: number): Sample {
  const { status, value } = grid.at(lon, lat);
  if (status !== 'ok') return { value: null, status: statuses[status] };
  if (value < threshold) return { value: null, status: 'below_threshold' };
  return { value: Number(value.toPrecision(7)), status: 'ok' }; // 0.1 × 3 is 0.3, whatever the binary says
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
    lat: metre(lat),
    lon: metre(lon),
    ts: frame?.stamp ?? null,
    time: frame?.time ?? null,
    value,
    units,
    status,
    approximate: true,
  };
}

/** Five decimals of a degree: about a metre. */
function metre(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
