import { inflateSync } from 'node:zlib';
import { deflate, deflateSizes, Workspace } from '@severe/kernels';

/** A stream of zlib, and the size of its content. */
interface Stream {
  bytes: Uint8Array;
  length: number;
}

const tileRows = 256;

/**
 * The work that no program can leave out: unpack the picture of a mosaic, and compress the pixels of its tiles. Both are
 * ready in memory. The pixels are compressed by our own kernel, the fastest that makes files of this size.
 *
 * @param message GRIB2 with packing 5.41
 * @param tiles   the tiles of the frame as indexed PNG
 * @returns does it once
 */
export function floorOf(message: Uint8Array, tiles: readonly Uint8Array[]): () => void {
  const picture = streamIn(message);
  const compress = tiles.map(compressionOf);
  return () => {
    inflateSync(picture.bytes, { chunkSize: picture.length });
    for (const one of compress) one();
  };
}

/** Compresses the pixels of a tile, which are ready. @param tile an indexed PNG */
export function compressionOf(tile: Uint8Array): () => void {
  const rows = inflateSync(streamIn(tile).bytes);
  const stride = rows.length / tileRows;
  return () => {
    const { space, parts } = (memory ??= newMemory());
    const part = { at: parts.rows.at, length: rows.length };
    space.octets(part).set(rows);
    deflate(space, part, { stride, unit: 1 }, parts);
  };
}

/** A byte a pixel, and the filter of each row. */
const mostRowBytes = tileRows * (tileRows + 1);
let memory: ReturnType<typeof newMemory> | undefined;

function newMemory() {
  const space = new Workspace();
  return { space, parts: space.layOut({ rows: mostRowBytes, ...deflateSizes(mostRowBytes) }) };
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** The compressed content of the PNG file in these bytes. */
function streamIn(bytes: Uint8Array): Stream {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data: Buffer[] = [];
  for (let at = file.indexOf(signature) + signature.length, type = ''; type !== 'IEND';) {
    const length = file.readUInt32BE(at);
    type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const stream = Buffer.concat(data);
  return { bytes: stream, length: inflateSync(stream).length };
}
