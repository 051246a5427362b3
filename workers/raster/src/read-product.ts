import { DataError } from '@severe/base';
import { isPicture, maxZoom, type GoesBand, type HrrrSource, type RasterProduct } from '@severe/catalogue';
import { readGrib2Field, type Field, type Picture } from '@severe/raster';
import { readGeotiffField, readGeotiffPicture } from '@severe/raster/geotiff';
import { formatOf, type Raw } from './raw.ts';
import { readImagery } from './read-imagery.ts';

export { formatOf, type Raw } from './raw.ts';

/** The deepest pixels: a picture of twice the pixels is made of the tiles one level below the last. */
const zoom = maxZoom + 1;

/**
 * Reads a file as a product shows it: GRIB2, gzipped or not, for mosaics and models; NetCDF-4 with all bands for what the
 * satellites see; and for any product a GeoTIFF, of values in the units of the provider's, or of colours for a picture. Of
 * its overviews the least is read that has a cell for every pixel that we ever draw.
 *
 * @param at the time of the frame, where the file tells none
 * @throws {DataError} when the file cannot be read, or is of another format than the product's
 */
export async function readProduct(raw: Raw, product: RasterProduct, at: Date): Promise<Field | Picture> {
  const { source, nothing, missing } = product;
  if (!(raw instanceof Uint8Array) || formatOf(raw) === 'geotiff') {
    if (isPicture(product)) return readGeotiffPicture(raw, { zoom });
    return inUnits(await readGeotiffField(raw, { zoom }), unitsOf(source));
  }
  if (source.feed === 'goes') {
    if (formatOf(raw) === 'netcdf') return readImagery(raw, product, at);
    throw new DataError('format', `${product.id} is made of NetCDF-4 or GeoTIFF, this file is neither`);
  }
  return readGrib2Field(raw, { nothing, missing, ...(source as Partial<HrrrSource>) });
}

function unitsOf(source: RasterProduct['source']): { scale?: number; offset?: number } {
  if (source.feed === 'goes') return source.make as GoesBand; // a picture has none
  return source.feed === 'hrrr' ? source : {};
}

/** The change of units that a product makes of its provider's values; a GeoTIFF has those. */
function inUnits(field: Field, { scale = 1, offset = 0 }: { scale?: number; offset?: number }): Field {
  return { ...field, scale: field.scale * scale, offset: field.offset * scale + offset };
}
