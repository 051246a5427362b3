import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { createGate } from '@severe/async';

const unpack = promisify(gunzip);

/** Files are unpacked two at a time: forty providers that send bombs at once would take gigabytes. */
const unpacking = createGate('gzip files', 2);

/** Pieces of 16 KiB, as by default, take twice the time. */
const chunkSize = 1 << 20;

/** Unpacks a gzip file. @throws {Error} it is damaged, or unpacks to more than `maxBytes` */
export function unpackGzip(bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  return unpacking.run(() => unpack(bytes, { maxOutputLength: maxBytes, chunkSize }));
}
