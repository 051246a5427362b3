import { gunzipSync, gzipSync } from 'node:zlib';
import { DataError, messageOf } from '@severe/base';

/** No directory or metadata of ours comes near this; it stops a small file from unpacking to a large one. */
const largestUnpacked = 16 << 20;

/** Gzip whose bytes depend on the input alone: the header's octet for the operating system says "unknown". */
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
