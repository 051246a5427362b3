import { gunzipSync } from 'node:zlib';
import { DataError, messageOf } from '@severe/base';
import { Grib2Error, isField, limits, readFields, type Grib2Field } from '@severe/grib2';

/**
 * Reads the records of a GRIB2 file, gzipped or not, without their values.
 *
 * @throws {DataError} if one of them cannot be read, with the decoder's error as its cause
 */
export function readRecords(bytes: Uint8Array): Grib2Field[] {
  const entries = decoding(() => readFields(unzipped(bytes)));
  return entries.map((entry) => {
    if (isField(entry)) return entry;
    throw new DataError(`grib2-${entry.error.code}`, entry.error.message, { cause: entry.error });
  });
}

function unzipped(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.packedBytes });
  } catch (error) {
    throw new DataError('gzip', `a gzip file of ${bytes.length} bytes: ${messageOf(error)}`, { cause: error });
  }
}

/** Turns errors of the decoder into data errors. */
export function decoding<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof Grib2Error)) throw error;
    throw new DataError(`grib2-${error.code}`, error.message, { cause: error });
  }
}
