import { gunzipSync, gzipSync } from 'node:zlib';
import { DataError, messageOf } from '@severe/base';

/** Limit of unpacked directories and metadata; real ones are much smaller. */
const largestUnpacked = 16 << 20;

/** Reproducible gzip: the operating system in its header is "unknown". */
export function gzip(bytes: Uint8Array): Uint8Array {
  const packed = gzipSync(bytes, { level: 9 });
  packed[9] = 255;
  return packed;
}

/** @throws {DataError} `pmtiles-gzip` when it is damaged or unreasonably large */
export function gunzip(bytes: Uint8Array, what: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: largestUnpacked });
  } catch (cause) {
    throw new DataError('pmtiles-gzip', `the ${what} of the tile archive cannot be unpacked: ${messageOf(cause)}`, {
      cause,
    });
  }
}
