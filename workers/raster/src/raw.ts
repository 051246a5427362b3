import { DataError, UpstreamError } from '@severe/base';
import type { FrameFamily } from '@severe/catalogue';
import type { Objects } from '@severe/platform';
import type { RangedFile } from '@severe/raster/geotiff';

/** A provider's file: its bytes, or for a GeoTIFF a way to those that are wanted. */
export type Raw = Uint8Array | RangedFile;

/** What a file begins with, as far as that decides how it is kept and read. */
export type Format = 'geotiff' | 'netcdf' | 'other';

/** By the first octets: TIFF in either order, and HDF5, which NetCDF-4 is. */
export function formatOf(raw: Uint8Array): Format {
  const start = Buffer.from(raw.subarray(0, 4)).toString('latin1');
  if (/^(II[*+]\0|MM\0[*+])/.test(start)) return 'geotiff';
  return start === '\x89HDF' ? 'netcdf' : 'other';
}

/** The end of a key says how the object is read, before anything is asked of the store. */
const endings: Record<Format, string> = { geotiff: 'tif', netcdf: 'nc', other: 'grib2' };

/** How the key of a file ends in the store. */
export function endingOf(family: FrameFamily, raw: Uint8Array): string {
  return family === 'nexrad' ? 'level2' : endings[formatOf(raw)];
}

/**
 * Opens a file in the store: a GeoTIFF to be read by ranges, since it may be much larger than what is wanted of it, and
 * any other whole. Nothing replaces an object of that key, so that ranges fit each other.
 *
 * @throws {DataError} `raw-missing`, also later when it has been removed meanwhile
 * @throws {UpstreamError} when the store is away, or gives less than it was asked for
 */
export async function openRaw(key: string, objects: Objects): Promise<Raw> {
  if (!key.endsWith(`.${endings.geotiff}`)) return (await objects.get(key)) ?? missing(key);
  const { bytes: length } = (await objects.head(key)) ?? missing(key);
  return {
    length,
    async read(start, wanted) {
      const bytes = (await objects.getRange(key, start, wanted)) ?? missing(key);
      if (bytes.length === wanted) return bytes;
      const problem = `gave ${bytes.length} bytes of ${key} from ${start}, ${wanted} are needed`;
      throw new UpstreamError('object store', `the object store ${problem}`);
    },
  };
}

function missing(key: string): never {
  throw new DataError('raw-missing', `${key} is not in the object store`);
}
