import { minuteMs } from '@severe/async/durations';
import { DataError } from '@severe/base';
import { isComposite, isMeasured, maxZoom, type FrameName, type RasterProduct } from '@severe/catalogue';
import { readGrib2Field, type Field, type ColourImage } from '@severe/raster';
import type { FrameTimes } from '@severe/raster/records';
import { readGeotiffField, readGeotiffImage } from '@severe/raster/geotiff';
import { conversionOf, type Conversion } from './geotiff-units.ts';
import type { Leniency } from './job.ts';
import { formatOf, type Format, type Raw } from './raw.ts';
import { readImagery } from './read-imagery.ts';

export { formatOf, type Raw } from './raw.ts';

/** The deepest zoom of pixels: an image with doubled pixels uses tiles one level below the last. */
const zoom = maxZoom + 1;

export interface ReadOptions extends Leniency {
  /** The frame that the file becomes, whose times it must have. */
  frame?: Pick<FrameName, 'runAt' | 'validAt'>;
}

/**
 * Reads a file as its product shows it: GRIB2, gzipped or not, for mosaics and models; NetCDF-4 with all bands for
 * satellites; and for any product a GeoTIFF, of values in the provider's or the product's units, or of colours for a composite. It reads
 * the smallest overview with at least one cell per drawn pixel.
 *
 * @throws {DataError} if the file is unreadable, in a format that the product does not have, or of another product or time
 */
export async function readProduct(
  raw: Raw,
  product: RasterProduct,
  { frame, anyRecords = false, anyTimes = false }: ReadOptions = {},
): Promise<Field | ColourImage> {
  const { source, nothing, missing } = product;
  if (!(raw instanceof Uint8Array) || formatOf(raw) === 'geotiff') {
    if (isComposite(product)) return readGeotiffImage(raw, { zoom });
    const { units, ...field } = await readGeotiffField(raw, { zoom });
    return inUnits(field, conversionOf(units, product, anyRecords));
  }
  checkFormat(formatOf(raw), product);
  const times = frame && !anyTimes ? timesOf(frame, product) : undefined;
  if (source.feed === 'goes') return readImagery(raw, product, { at: frame?.validAt, times });
  const recipe = { nothing, missing, times, ...source };
  return readGrib2Field(raw, anyRecords ? { ...recipe, records: undefined } : recipe);
}

/**
 * Refuses a file in a format that the product does not have. Every product can be a GeoTIFF.
 *
 * @throws {DataError} `format`
 */
export function checkFormat(format: Format, { id, source }: RasterProduct): void {
  if (format === 'geotiff' || (format === 'netcdf') === (source.feed === 'goes')) return;
  const needed = source.feed === 'goes' ? 'NetCDF-4' : 'GRIB2';
  throw new DataError('format', `${id} is made of ${needed} or GeoTIFF, this file is neither`);
}

/** Frames are named by the minute. Of a measurement, any time that is nearer to this frame than to the next one is right. */
function timesOf({ runAt, validAt }: Pick<FrameName, 'runAt' | 'validAt'>, product: RasterProduct): FrameTimes {
  return { runAt, validAt, withinMs: isMeasured(product.family) ? product.everySeconds * 1000 : minuteMs };
}

/** Converts values from the provider's units to the product's. */
function inUnits(field: Field, { scale = 1, offset = 0 }: Conversion): Field {
  return { ...field, scale: field.scale * scale, offset: field.offset * scale + offset };
}
