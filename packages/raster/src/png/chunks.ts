import { crc32 } from 'node:zlib';
import { DataError } from '@severe/base';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A chunk of a PNG file: four letters and its data. */
export type Chunk = [type: string, data: Uint8Array];

/**
 * Joins chunks to a file: each between its length and the CRC of its type and data.
 *
 * @see Portable Network Graphics (PNG) Specification (Second Edition), clauses 5.2 and 5.3
 */
export function joinChunks(chunks: Chunk[]): Uint8Array {
  const length = chunks.reduce((sum, [, data]) => sum + 12 + data.length, signature.length);
  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  file.set(signature);
  let at = signature.length;
  for (const [type, data] of chunks) {
    view.setUint32(at, data.length);
    for (let i = 0; i < 4; i++) file[at + 4 + i] = type.charCodeAt(i);
    file.set(data, at + 8);
    view.setUint32(at + 8 + data.length, crc32(file.subarray(at + 4, at + 8 + data.length)));
    at += 12 + data.length;
  }
  return file;
}

/** The range of a chunk's data in its file. */
export interface ChunkPlace {
  type: string;
  start: number;
  end: number;
}

/**
 * The chunks of a PNG file in order.
 *
 * @throws {DataError} `png` when one of them extends beyond the file
 */
export function* chunksOf(file: Uint8Array): Iterable<ChunkPlace> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = signature.length; at < file.length;) {
    const start = at + 8;
    const end = start + (start <= file.length ? view.getUint32(at) : 0);
    if (end + 4 > file.length) throw new DataError('png', `a chunk ends at ${end + 4}, the file at ${file.length}`);
    yield { type: String.fromCharCode(...file.subarray(at + 4, start)), start, end };
    at = end + 4;
  }
}
