import { DataError } from '@severe/base';

/** The range of a chunk's data in its file. */
export interface ChunkPlace {
  type: string;
  start: number;
  end: number;
}

const signatureBytes = 8;

/**
 * The chunks of a PNG file in order.
 *
 * @throws {DataError} `png` when one of them extends beyond the file
 */
export function* chunksOf(file: Uint8Array): Iterable<ChunkPlace> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = signatureBytes; at < file.length;) {
    const start = at + 8;
    const end = start + (start <= file.length ? view.getUint32(at) : 0);
    if (end + 4 > file.length) throw new DataError('png', `a chunk ends at ${end + 4}, the file at ${file.length}`);
    yield { type: String.fromCharCode(...file.subarray(at + 4, start)), start, end };
    at = end + 4;
  }
}
