import { DataError } from '@severe/base';
import type { GoesBand, GoesSource, RasterProduct } from '@severe/catalogue';
import { composeDayNight, composeRgb, type Field, type Picture } from '@severe/raster';
import { readNetcdfFields, type NetcdfFields } from '@severe/raster/netcdf';

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

/** A band without any data is no clear sky: the last good frame stays the newest one. */
function checkSeen({ packed, absent, width, height }: Field): void {
  const missing = new Set(absent.map(({ code }) => code));
  if (packed.some((code: number) => !missing.has(code))) return;
  throw new DataError('all-missing', `all of the ${width} × ${height} cells of a band are missing`);
}
