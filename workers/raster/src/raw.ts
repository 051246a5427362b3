import { DataError, UpstreamError } from '@severe/base';
import type { FrameFamily } from '@severe/catalogue';
import type { Objects } from '@severe/platform';
import type { RangedFile } from '@severe/tiff';

/** A provider's file: its bytes, or for a GeoTIFF a range reader. */
export type Raw = Uint8Array | RangedFile;

/** The format of a file, as far as it decides storage and reading. */
export type Format = 'geotiff' | 'netcdf' | 'other';

/** Detects the format from the first octets: TIFF in either byte order, or HDF5 (NetCDF-4). */
export function formatOf(raw: Uint8Array): Format {
  const start = Buffer.from(raw.subarray(0, 4)).toString('latin1');
  if (/^(II[*+]\0|MM\0[*+])/.test(start)) return 'geotiff';
  return start === '\x89HDF' ? 'netcdf' : 'other';
}

/** Key suffixes by format. They decide how an object is read without a request to the store. */
const endings: Record<Format, string> = { geotiff: 'tif', netcdf: 'nc', other: 'grib2' };

/** The suffix of a file's key. */
export function endingOf(family: FrameFamily, raw: Uint8Array): string {
  return family === 'nexrad' ? 'level2' : endings[formatOf(raw)];
}

/** Whether frames of several products are made of a file, all bands of a satellite. */
export function isOfSeveralProducts(key: string): boolean {
  return key.endsWith(`.${endings.netcdf}`);
}

/**
 * Opens a file in the store: a GeoTIFF for reading by ranges, since it may be much larger than the parts needed; any
 * other file as a whole. Objects of such keys are never replaced, so ranges are consistent.
 *
 * @throws {DataError} `raw-missing`, also later if the object is removed
 * @throws {UpstreamError} if the store is unavailable or returns too few bytes
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
