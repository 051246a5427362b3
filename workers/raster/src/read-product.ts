import { DataError } from '@severe/base';
import { isComposite, maxZoom, type GoesBand, type RasterProduct } from '@severe/catalogue';
import { readGrib2Field, type Field, type ColourImage } from '@severe/raster';
import { readGeotiffField, readGeotiffImage } from '@severe/raster/geotiff';
import { formatOf, type Raw } from './raw.ts';
import { readImagery } from './read-imagery.ts';

export { formatOf, type Raw } from './raw.ts';

/** The deepest zoom of pixels: an image with doubled pixels uses tiles one level below the last. */
const zoom = maxZoom + 1;

/**
 * Reads a file as its product shows it: GRIB2, gzipped or not, for mosaics and models; NetCDF-4 with all bands for
 * satellites; and for any product a GeoTIFF, of values in the provider's units or of colours for a composite. It reads
 * the smallest overview with at least one cell per drawn pixel.
 *
 * @param at time of the frame, if the file has none
 * @param anyRecords whether the GRIB2 file may hold other records than those of the product
 * @throws {DataError} if the file is unreadable, in a format that the product does not have, or of another product
 */
export async function readProduct(
  raw: Raw,
  product: RasterProduct,
  at: Date,
  anyRecords = false,
): Promise<Field | ColourImage> {
  const { source, nothing, missing } = product;
  if (!(raw instanceof Uint8Array) || formatOf(raw) === 'geotiff') {
    if (isComposite(product)) return readGeotiffImage(raw, { zoom });
    return inUnits(await readGeotiffField(raw, { zoom }), unitsOf(source));
  }
  if (source.feed === 'goes') {
    if (formatOf(raw) === 'netcdf') return readImagery(raw, product, at);
    throw new DataError('format', `${product.id} is made of NetCDF-4 or GeoTIFF, this file is neither`);
  }
  const recipe = { nothing, missing, ...source };
  return readGrib2Field(raw, anyRecords ? { ...recipe, records: undefined } : recipe);
}

function unitsOf(source: RasterProduct['source']): { scale?: number; offset?: number } {
  if (source.feed === 'goes') return source.make as GoesBand; // composites have none
  return source.feed === 'hrrr' ? source : {};
}

/** Converts values from the provider's units to the product's. */
function inUnits(field: Field, { scale = 1, offset = 0 }: { scale?: number; offset?: number }): Field {
  return { ...field, scale: field.scale * scale, offset: field.offset * scale + offset };
}
