import { DataError } from '@severe/base';
import { bandsOf, type GoesBand, type GoesSource, type RasterProduct } from '@severe/catalogue';
import { composeDayNight, composeRgb, type Field, type ColourImage } from '@severe/raster';
import { readNetcdfFields, type NetcdfFields } from '@severe/raster/netcdf';
import { checkTimes, type FrameTimes } from '@severe/raster/records';

/**
 * Reads the bands that a product needs and computes the product.
 *
 * @param options.at time of the image if the file has none; it determines the position of the sun. Default: now
 * @param options.times those that the file must have; by default any
 * @throws {DataError} if a band is missing or without data, or the file is of another time
 */
export async function readImagery(
  raw: Uint8Array,
  product: RasterProduct,
  { at = new Date(), times }: { at?: Date; times?: FrameTimes } = {},
): Promise<Field | ColourImage> {
  const { make } = product.source as GoesSource;
  const names = bandsOf(make);
  const file = await readNetcdfFields(raw, names.map(variableOf));
  if (times && file.startsAt) checkTimes({ validAt: file.startsAt }, times);
  const bands = Object.fromEntries(names.map((name) => [name, file.fields[variableOf(name)]]));
  for (const field of Object.values(bands)) checkSeen(field);
  if ('rgb' in make) return composeRgb(bands, make.rgb);
  if ('dayNight' in make) return composeDayNight(bands, make.dayNight, middleOf(file) ?? at);
  return inUnits(bands[make.band], make);
}

const variableOf = (band: string) => `CMI_${band}`;

function inUnits(field: Field, { scale = 1, offset = 0 }: GoesBand): Field {
  return { ...field, scale: field.scale * scale, offset: field.offset * scale + offset };
}

/** Mean time of a scan, which runs from north to south. */
function middleOf({ startsAt, endsAt }: NetcdfFields): Date | undefined {
  return startsAt && endsAt && new Date((startsAt.getTime() + endsAt.getTime()) / 2);
}

/** Refuses a band without data: it is not a clear sky, and the last good frame stays the newest. */
function checkSeen({ packed, absent, width, height }: Field): void {
  const missing = new Set(absent.map(({ code }) => code));
  if (packed.some((code: number) => !missing.has(code))) return;
  throw new DataError('all-missing', `all of the ${width} × ${height} cells of a band are missing`);
}
