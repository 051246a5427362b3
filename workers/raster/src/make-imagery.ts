import { DataError } from '@severe/base';
import { findProduct, frameId, sources, type GoesBand, type GoesSource, type RasterProduct } from '@severe/catalogue';
import { contains } from '@severe/geo';
import {
  boundsOf,
  composeDayNight,
  composeRgb,
  drawFrame,
  drawPictureFrame,
  encodeCog,
  encodePicture,
  type Field,
  type Picture,
} from '@severe/raster';
import { readNetcdfFields, type NetcdfFields } from '@severe/raster/netcdf';
import type { Made, RenderJob } from './render-frame.ts';

/**
 * A file with all bands of the ABI becomes a field, of one band, or a picture of several.
 *
 * @throws {DataError} when it is unreadable, of another place, or without any data
 */
export async function makeImagery(job: RenderJob, raw: Uint8Array): Promise<Made> {
  const product = findProduct('satellite', job.product);
  if (!product) throw new DataError('unknown-product', `there is no product satellite/${job.product}`);
  const image = await readImagery(raw, product, job.validAt);
  const options = { name: frameId(job), attribution: sources.find(({ id }) => id === 'satellite')?.attribution };
  if ('pixels' in image) {
    const drawn = drawPictureFrame(image, { ...options, maxZoom: product.drawnAhead });
    return { drawn, values: encodePicture(image) };
  }
  const values = encodeCog(image, { reduce: product.reduce, units: product.units ?? undefined });
  return { drawn: drawFrame(image, product, options), values };
}

/**
 * Reads what a product needs of a file, and makes of it what the product shows.
 *
 * @param at the time of the picture, where the file tells none: it says where the sun stands
 */
export async function readImagery(raw: Uint8Array, product: RasterProduct, at: Date): Promise<Field | Picture> {
  const { make } = product.source as GoesSource;
  const names = bandsOf(make);
  const file = await readNetcdfFields(raw, names.map(variableOf));
  const bands = Object.fromEntries(names.map((name) => [name, file.fields[variableOf(name)]]));
  for (const field of Object.values(bands)) checkSeen(field);
  checkPlace(bands[names[0]], product);
  if ('rgb' in make) return composeRgb(bands, make.rgb);
  if ('dayNight' in make) return composeDayNight(bands, make.dayNight, middleOf(file) ?? at);
  return inUnits(bands[make.band], make);
}

const variableOf = (band: string) => `CMI_${band}`;

/** The bands that a product is made of, each once. */
function bandsOf(make: GoesSource['make']): string[] {
  if ('band' in make) return [make.band];
  if ('dayNight' in make) return Object.values(make.dayNight);
  const channels = [make.rgb.red, make.rgb.green, make.rgb.blue];
  return [...new Set(channels.flatMap(({ band, minus }) => (minus === undefined ? [band] : [band, minus])))];
}

function inUnits(field: Field, { scale = 1, offset = 0 }: GoesBand): Field {
  return { ...field, scale: field.scale * scale, offset: field.offset * scale + offset };
}

/** A sector is scanned from north to south; the middle of that time stands for all of it. */
function middleOf({ startsAt, endsAt }: NetcdfFields): Date | undefined {
  return startsAt && endsAt && new Date((startsAt.getTime() + endsAt.getTime()) / 2);
}

/** A file of another sector under the right name would be drawn, and be wrong: the whole disk has its middle elsewhere. */
function checkPlace(field: Field, { id, bounds }: RasterProduct): void {
  const [west, south, east, north] = boundsOf(field);
  const middle: [lon: number, lat: number] = [(west + east) / 2, (south + north) / 2];
  const isView = field.geometry.kind === 'geostationary';
  if (isView && contains(bounds, ...middle)) return;
  const found = `${isView ? '' : 'on another grid, '}around ${middle.map((side) => side.toFixed(2)).join(', ')}`;
  throw new DataError('wrong-place', `the picture lies ${found}; ${id} covers ${bounds.join(', ')}`);
}

/** A band without any data is no clear sky: the last good frame stays the newest one. */
function checkSeen({ packed, absent, width, height }: Field): void {
  const missing = new Set(absent.map(({ code }) => code));
  if (packed.some((code: number) => !missing.has(code))) return;
  throw new DataError('all-missing', `all of the ${width} × ${height} cells of a band are missing`);
}
