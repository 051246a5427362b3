import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { createGate } from '@severe/async';

const unpack = promisify(gunzip);

/** Files are unpacked two at a time: forty providers that send bombs at once would take gigabytes. */
const unpacking = createGate(2);

/** Pieces of 16 KiB, as by default, take twice the time. */
const pieceBytes = 1 << 18;

/**
 * Unpacks a gzip file. It is counted first, without keeping it: what is kept until a file turns out to be too large is old
 * when it is dropped, and V8 frees gigabytes of such memory late.
 *
 * @throws {Error} it is damaged, or unpacks to more than `maxBytes`
 */
export function unpackGzip(bytes: Uint8Array, maxBytes: number): Promise<Buffer> {
  return unpacking.run(async () => unpack(bytes, { chunkSize: Math.max(64, await unpackedSize(bytes, maxBytes)) }));
}

async function unpackedSize(bytes: Uint8Array, maxBytes: number): Promise<number> {
  const pieces = createGunzip({ chunkSize: pieceBytes });
  pieces.end(bytes);
  let size = 0;
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) throw new RangeError(`it unpacks to more than ${maxBytes} bytes`);
  }
  return size;
}
