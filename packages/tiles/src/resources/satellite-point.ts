import { isComposite, type RasterProduct } from '@severe/catalogue';
import { Json, placeParams, shape } from '@severe/http';
import { chooseObserved } from '../choose-frame.ts';
import type { TileContext } from '../context.ts';
import type { ListedFrame } from '../frame-index.ts';
import { isWithin, roundedDegrees } from '../sample.ts';
import { tileCaching } from '../caching.ts';
import { tileProductOf } from '../tile-products.ts';
import { observedFrame, satelliteStampParam } from './observed-tiles.ts';
import { satelliteProductParam } from './satellite-frames.ts';
import { endpoint, stampShape } from './shared.ts';

/** The value or colour of the cell at a place. */
interface Sample {
  value: number | null;
  rgb: [red: number, green: number, blue: number] | null;
  status: 'ok' | 'no_data' | 'outside';
}

export const getSatellitePoint = endpoint({
  path: '/satellite/point',
  summary: 'Value or colour of a satellite product at a point.',
  description:
    'The value of the source grid cell that contains the point, not of the rendered image: a temperature for ' +
    '`ir`, reflectance for `visible`. Composites have no values; their `rgb` is the colour, 0 to 255 per channel.',
  tag: 'Satellite',
  query: {
    ...placeParams,
    product: satelliteProductParam,
    ts: satelliteStampParam,
  },
  response: shape.named(
    'SatellitePoint',
    shape.object({
      product: shape.text(),
      lat: shape.number(),
      lon: shape.number(),
      ts: shape.nullable(stampShape),
      time: shape.nullable(shape.time()),
      value: shape.nullable(shape.number()),
      units: shape.nullable(shape.text({ example: 'degC' })),
      rgb: shape.nullable(shape.arrayOf(shape.integer(), { length: 3, about: 'Red, green and blue, 0 to 255.' })),
      status: shape.oneOf(['ok', 'no_data', 'outside'], { about: '`ok`, or the reason for a null value.' }),
      approximate: shape.boolean({ about: 'Always true: a grid cell is at least 2 km wide.' }),
    }),
  ),
  cache: { seconds: 60 },
  errors: { 404: 'No frame at that time.', 503: 'Values are temporarily unavailable.' },
  async handle({ query: { lat, lon, product: id, ts } }, context) {
    const { product } = tileProductOf('satellite', id);
    const { frame, exact } = ts
      ? await observedFrame(context, product, ts)
      : (chooseObserved(context.index, product, ts) ?? {});
    const body = present(product, lat, lon, frame, await sampleOf(context, product, frame, lat, lon));
    return exact ? new Json(body, { 'Cache-Control': tileCaching.exact }) : body;
  },
});

const without = (status: 'no_data' | 'outside'): Sample => ({ value: null, rgb: null, status });

async function sampleOf(
  { values }: TileContext,
  product: RasterProduct,
  frame: ListedFrame | undefined,
  lat: number,
  lon: number,
): Promise<Sample> {
  if (!isWithin(product, lon, lat)) return without('outside');
  if (!frame) return without('no_data'); // there is no frame yet
  return isComposite(product)
    ? colourOf((await values.openColourImage(frame)).grid.at(lon, lat))
    : valueOf((await values.open(frame)).grid.at(lon, lat));
}

function colourOf(word: number | undefined): Sample {
  if (word === undefined) return without('outside');
  if (word >>> 24 === 0) return without('no_data');
  return { value: null, rgb: [word & 255, (word >>> 8) & 255, (word >>> 16) & 255], status: 'ok' };
}

function valueOf({ status, value }: { status: string; value: number | null }): Sample {
  if (value === null) return without(status === 'outside' ? 'outside' : 'no_data');
  return { value: Number(value.toPrecision(5)), rgb: null, status: 'ok' }; // finer than the resolution of the instrument
}

function present(
  { id, units }: RasterProduct,
  lat: number,
  lon: number,
  frame: ListedFrame | undefined,
  sample: Sample,
) {
  return {
    product: id,
    lat: roundedDegrees(lat),
    lon: roundedDegrees(lon),
    ts: frame?.stamp ?? null,
    time: frame?.time ?? null,
    ...sample,
    units,
    approximate: true,
  };
}
